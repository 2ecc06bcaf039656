#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Hosts start this program again and again; what was compiled once is reused.
enableCompileCache();
const { runCommand } = await import('./cli/run-command.ts');
const { readEnvironment } = await import('./config/env.ts');

const code = await runCommand(process.argv.slice(2), readEnvironment(), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  endWithInput: () => {
    // The moment of grace lets a cancellation reach OpenAI.
    process.stdin.once('close', () => setTimeout(() => process.exit(), 300).unref());
  },
});
if (code !== undefined) process.exitCode = code;
