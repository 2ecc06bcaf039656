import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isPortOpen } from './is-port-open.ts';
import type { Service } from './service.ts';
import { waitUntil } from './wait-until.ts';

/** The command, the user and the port of a service. */
export type ServiceOptions = {
  name: string;
  command: string;
  args: readonly string[];
  port: number;
  env: Record<string, string>;
  identity?: { uid: number; gid: number } | undefined;
};

/** Starts a server and waits until its port responds. Throws an error with its output when it exits before. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { name, command, args, port, env, identity } = options;
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...identity });
  const ended = once(child, 'close');
  const output: string[] = [];
  const record = (text: string) => {
    output.push(text);
    if (output.length > 200) output.shift();
  };
  child.stdout.setEncoding('utf8').on('data', record);
  child.stderr.setEncoding('utf8').on('data', record);
  await waitUntil(`${name} on port ${port}`, async () => {
    if (child.exitCode !== null)
      throw new Error(`${name} exited before its port responded. Its output: ${output.join('').slice(-600)}`);
    return (await isPortOpen(port)) ? true : undefined;
  });
  return {
    port,
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(killer);
    },
  };
}
