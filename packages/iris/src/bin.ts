#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Hosts start this program again and again; what was compiled once is reused.
enableCompileCache();
const { runCommand } = await import('./cli/run-command.ts');
const { readEnvironment } = await import('./config/env.ts');

for (const stream of [process.stdout, process.stderr]) {
  // Who stops reading, as `head` does, has what they wanted; anything else has lost something.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = 1;
  });
}

const code = await runCommand(process.argv.slice(2), readEnvironment(), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  endWithInput: (close) => {
    process.stdin.once('close', () => {
      close();
      // The moment of grace lets a cancellation reach OpenAI; then what was answered goes to whoever still reads.
      setTimeout(() => process.stdout.write('', () => process.exit()), 300).unref();
      setTimeout(() => process.exit(), 5000).unref();
    });
  },
});
if (code !== undefined) process.exitCode = code;
