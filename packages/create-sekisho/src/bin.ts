#!/usr/bin/env node
import { describeOldNode } from './require-node.ts';

const { stdin: input, stdout: output, stderr, env, versions } = process;
// Before anything else is loaded: an old Node may not be able to load it.
const complaint = describeOldNode(versions.node, env);
if (complaint === undefined) {
  const { runCreate } = await import('./run-create.ts');
  process.exitCode = await runCreate(process.argv.slice(2), {
    cwd: process.cwd(),
    env,
    print: (line) => void output.write(`${line}\n`),
    complain: (line) => void stderr.write(`${line}\n`),
    terminal: input.isTTY && output.isTTY ? { input, output } : undefined,
  });
} else {
  stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
