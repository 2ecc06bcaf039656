#!/usr/bin/env node
import { runCli } from './cli/run-cli.ts';

const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});
process.exitCode = await runCli(process.argv.slice(2), {
  print: (line) => void process.stdout.write(`${line}\n`),
  stopped,
  importModule: (url) => import(url),
});
