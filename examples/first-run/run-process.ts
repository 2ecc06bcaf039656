import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { childArguments, type ChildOptions } from './child-options.ts';

/** Runs one part of the story in a process of its own, on the same terminal, until it has ended. */
export async function runProcess(file: string, options: ChildOptions): Promise<void> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, file), ...childArguments(options)],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${file} ended with ${String(signal ?? code)}.`);
}
