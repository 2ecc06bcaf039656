import { runProxyCommand } from '../../src/index.ts';

/** The command as a process, with a short lease so that tests do not wait for the lease of a killed process. */
const stopped = new Promise<void>((resolve) => process.once('SIGTERM', () => resolve()));
process.exitCode = await runProxyCommand(process.argv.slice(2), {
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  env: process.env,
  stopped,
  leaseMs: 1_000,
});
