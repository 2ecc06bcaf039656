import { execFileSync } from 'node:child_process';

/** Two hosts as network namespaces, each connected to this machine. */
export interface TwoHosts {
  /** The address of this machine for each host. */
  readonly addresses: readonly [string, string];
  /** The command prefix that starts a program on a host. */
  within(host: 0 | 1): readonly string[];
  /** Disconnects or reconnects a host. */
  setLink(host: 0 | 1, state: 'up' | 'down'): void;
  remove(): void;
}

const net = (host: number) => `10.231.${host}`;
const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: 'pipe' });

/** Creates the hosts. This requires root on Linux. */
export function createTwoHosts(): TwoHosts {
  const id = process.pid.toString(36);
  const namespaceOf = (host: number) => `sekisho-${id}-${host}`;
  const linkOf = (host: number) => `sk${id}${host}`;
  const remove = () => {
    for (const host of [0, 1]) {
      try {
        ip('netns', 'del', namespaceOf(host));
      } catch {
        // The namespace did not exist.
      }
    }
  };
  try {
    for (const host of [0, 1]) {
      ip('netns', 'add', namespaceOf(host));
      ip('link', 'add', linkOf(host), 'type', 'veth', 'peer', 'name', 'out', 'netns', namespaceOf(host));
      ip('addr', 'add', `${net(host)}.1/24`, 'dev', linkOf(host));
      ip('link', 'set', linkOf(host), 'up');
      ip('-n', namespaceOf(host), 'addr', 'add', `${net(host)}.2/24`, 'dev', 'out');
      ip('-n', namespaceOf(host), 'link', 'set', 'out', 'up');
    }
  } catch (error) {
    remove();
    throw error;
  }
  return {
    addresses: [`${net(0)}.1`, `${net(1)}.1`],
    within: (host) => ['ip', 'netns', 'exec', namespaceOf(host)],
    setLink: (host, state) => {
      ip('link', 'set', linkOf(host), state);
    },
    remove,
  };
}
