import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { childArguments, type ChildOptions } from './child-options.ts';

/** Runs one part of the example in a separate process on the same terminal and waits for its exit. */
export async function runProcess(file: string, options: ChildOptions): Promise<void> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, file), ...childArguments(options)],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${file} exited with ${String(signal ?? code)}.`);
}
