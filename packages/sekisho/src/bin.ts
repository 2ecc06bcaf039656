#!/usr/bin/env node
import { readEnv } from '@sekisho/engine/integration';
import { runCli } from './cli/run-cli.ts';

const stopped = new Promise<void>((resolve) => {
  // Not `once`: the Agents SDK ends the process on a signal without another listener, in the middle of the work.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
});
for (const stream of [process.stdout, process.stderr]) {
  // Who stops reading, as `head` does, has what they wanted; anything else has lost something.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = 1;
  });
}
const code = await runCli(process.argv.slice(2), {
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  stopped,
  env: readEnv(),
  importModule: (url) => import(url),
});
process.exitCode = code;
// A module that could not be used may have opened something that would keep this process alive.
if (code !== 0) process.stderr.write('', () => process.exit());
