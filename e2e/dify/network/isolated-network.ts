import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forward, type Place } from './forward.ts';

/** A network namespace that has nothing but loopback, joined with this machine's loopback at some ports. */
export type IsolatedNetwork = {
  /** Put before a command, runs it inside. */
  enter: readonly string[];
  /** Put before a command, runs it in the network of these tests, also from inside. */
  leave: readonly string[];
  close: () => Promise<void>;
};

/** The ports that lead into the namespace, and the ports of this machine that can be reached from inside. */
export type NetworkPorts = { inward: readonly number[]; outward: readonly number[] };

const INSIDE = join(import.meta.dirname, 'inside.ts');

/**
 * Opens a namespace for a program that listens on every interface: there it has one, which no other machine reaches. A Unix
 * socket belongs to the file system, not to a network, so it carries the connections of one port in or out. Needs root.
 */
export async function openIsolatedNetwork({ inward, outward }: NetworkPorts): Promise<IsolatedNetwork> {
  const folder = await mkdtemp(join(tmpdir(), 'dify-net-'));
  const socketOf = (port: number) => ({ path: join(folder, `${port}.sock`) });
  const inside: [Place, Place][] = [
    ...inward.map((port): [Place, Place] => [socketOf(port), { port }]),
    ...outward.map((port): [Place, Place] => [{ port }, socketOf(port)]),
  ];
  const servers: Server[] = [];
  for (const port of outward) servers.push(await forward(socketOf(port), { port }));
  const script = 'ip link set lo up && exec "$@"';
  const node = [process.execPath, '--no-warnings', INSIDE, JSON.stringify(inside)];
  const holder = spawn('unshare', ['--net', '--', 'sh', '-c', script, 'sh', ...node], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'close');
  const [first] = await Promise.race([once(holder.stdout, 'data'), ended]);
  if (String(first) !== 'ready\n') throw new Error('The network namespace could not be opened.');
  for (const port of inward) servers.push(await forward({ port }, socketOf(port)));
  return {
    enter: ['nsenter', `--net=/proc/${holder.pid}/ns/net`, '--'],
    leave: ['nsenter', `--net=/proc/${process.pid}/ns/net`, '--'],
    close: async () => {
      for (const server of servers) server.close();
      holder.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
