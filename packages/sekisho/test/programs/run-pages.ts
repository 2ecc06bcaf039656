import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

/**
 * Runs the `program.ts` of each given folder in sequence, as if it had been started there, and prints a
 * line of JSON for each with its output. One process runs many pages, because loading the package takes longer than most of them.
 */
const print = process.stdout.write.bind(process.stdout);

// The programs read no arguments of this process.
for (const folder of process.argv.splice(2)) {
  process.chdir(folder);
  let output = '';
  process.stdout.write = (text) => {
    output += String(text);
    return true;
  };
  try {
    await import(pathToFileURL(join(folder, 'program.ts')).href);
  } catch (error) {
    output += inspect(error);
  }
  process.stdout.write = print;
  console.log(JSON.stringify({ folder, output }));
}
