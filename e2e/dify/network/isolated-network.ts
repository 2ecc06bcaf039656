import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forward, type Endpoint } from './forward.ts';

/** A network namespace with only loopback, connected to some loopback ports of this machine. */
export type IsolatedNetwork = {
  /** A command prefix that runs a command inside the namespace. */
  enter: readonly string[];
  /** A command prefix that runs a command in the network of the tests, also from inside. */
  leave: readonly string[];
  close: () => Promise<void>;
};

/** The ports that are forwarded into the namespace, and the ports of this machine that are reachable from inside. */
export type NetworkPorts = { inward: readonly number[]; outward: readonly number[] };

const INSIDE = join(import.meta.dirname, 'inside.ts');

/**
 * Opens a namespace for a program that listens on every interface: inside, it has only loopback. A Unix socket belongs to
 * the file system and not to a network, so it forwards the connections of one port in or out. Requires root.
 */
export async function openIsolatedNetwork({ inward, outward }: NetworkPorts): Promise<IsolatedNetwork> {
  const folder = await mkdtemp(join(tmpdir(), 'dify-net-'));
  const socketOf = (port: number) => ({ path: join(folder, `${port}.sock`) });
  const inside: [Endpoint, Endpoint][] = [
    ...inward.map((port): [Endpoint, Endpoint] => [socketOf(port), { port }]),
    ...outward.map((port): [Endpoint, Endpoint] => [{ port }, socketOf(port)]),
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
