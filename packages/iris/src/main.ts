import { enableCompileCache } from 'node:module';

/** Runs the command line of this process and sets its exit code. */
export async function main(args: readonly string[]): Promise<void> {
  // Hosts start this program often, so the compiled code is cached.
  enableCompileCache();
  const { runCommand } = await import('./cli/run-command.ts');
  const { readEnvironment } = await import('./config/env.ts');
  for (const stream of [process.stdout, process.stderr]) {
    // A reader that closes the pipe, as `head` does, has read enough; other errors mean lost output.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exitCode = 1;
    });
  }
  const code = await runCommand(args, readEnvironment(), {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    endWithInput: (close) => {
      process.stdin.once('close', () => {
        close();
        // The delay lets a cancellation reach OpenAI and lets the remaining output reach the reader.
        setTimeout(() => process.stdout.write('', () => process.exit()), 300).unref();
        setTimeout(() => process.exit(), 5000).unref();
      });
    },
  });
  if (code !== undefined) process.exitCode = code;
}
