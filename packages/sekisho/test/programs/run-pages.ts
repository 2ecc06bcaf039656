import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

/**
 * Runs the `program.ts` of each folder that it is given, one after another, as if it had been started there, and prints a
 * line of JSON for each with what it said. One process for many pages: loading the package takes longer than most of them.
 */
const print = process.stdout.write.bind(process.stdout);

for (const folder of process.argv.slice(2)) {
  process.chdir(folder);
  let said = '';
  process.stdout.write = (text) => {
    said += String(text);
    return true;
  };
  try {
    await import(pathToFileURL(join(folder, 'program.ts')).href);
  } catch (error) {
    said += inspect(error);
  }
  process.stdout.write = print;
  console.log(JSON.stringify({ folder, said }));
}
