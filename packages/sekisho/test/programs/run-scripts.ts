import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

/** A script with its options, and the folder in which it runs. */
export interface ScriptRequest {
  readonly program: string;
  readonly options: readonly string[];
  readonly cwd: string;
}

/** What a script wrote, and its exit code. */
export interface ScriptReply {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Stops a script that calls process.exit(). */
class Exit extends Error {}

// Runs a script for each line of JSON on standard input, and prints a line of JSON with its result. One process runs many
// scripts, because loading the package takes longer than most of them.
const print = process.stdout.write.bind(process.stdout);
let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const request: ScriptRequest = JSON.parse(line);
  const reply = await runScript(request);
  if (!print(`${JSON.stringify(reply)}\n`)) await once(process.stdout, 'drain');
}

async function runScript({ program, options, cwd }: ScriptRequest): Promise<ScriptReply> {
  count += 1;
  const written = { output: '', errors: '' };
  const original = { argv: process.argv, exit: process.exit, error: process.stderr.write };
  process.argv = [process.execPath, program, ...options];
  process.exitCode = 0;
  process.chdir(cwd);
  process.exit = (code) => {
    process.exitCode = Number(code);
    throw new Exit();
  };
  process.stdout.write = (text) => {
    written.output += String(text);
    return true;
  };
  process.stderr.write = (text) => {
    written.errors += String(text);
    return true;
  };
  try {
    await import(`${pathToFileURL(program).href}?${count}`);
  } catch (error) {
    if (!(error instanceof Exit)) {
      process.exitCode = 1;
      written.errors += inspect(error);
    }
  } finally {
    process.argv = original.argv;
    process.exit = original.exit;
    process.stdout.write = print;
    process.stderr.write = original.error;
  }
  const { exitCode } = process;
  process.exitCode = 0;
  return { code: exitCode, ...written };
}
