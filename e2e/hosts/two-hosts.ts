import { execFileSync } from 'node:child_process';

/** Two hosts on one cable each to this one, as network namespaces. */
export interface TwoHosts {
  /** Where this machine is to be reached, by host. */
  readonly addresses: readonly [string, string];
  /** What a program is started with to live on a host. */
  within(host: 0 | 1): readonly string[];
  /** Pulls the cable of a host, or plugs it in again. */
  setLink(host: 0 | 1, state: 'up' | 'down'): void;
  remove(): void;
}

const net = (host: number) => `10.231.${host}`;
const ip = (...words: readonly string[]) => execFileSync('ip', words, { stdio: 'pipe' });

/** Makes the hosts; only root on Linux may. */
export function makeTwoHosts(): TwoHosts {
  const id = process.pid.toString(36);
  const space = (host: number) => `sekisho-${id}-${host}`;
  const cable = (host: number) => `sk${id}${host}`;
  const remove = () => {
    for (const host of [0, 1]) {
      try {
        ip('netns', 'del', space(host));
      } catch {
        // It was never made.
      }
    }
  };
  try {
    for (const host of [0, 1]) {
      ip('netns', 'add', space(host));
      ip('link', 'add', cable(host), 'type', 'veth', 'peer', 'name', 'out', 'netns', space(host));
      ip('addr', 'add', `${net(host)}.1/24`, 'dev', cable(host));
      ip('link', 'set', cable(host), 'up');
      ip('-n', space(host), 'addr', 'add', `${net(host)}.2/24`, 'dev', 'out');
      ip('-n', space(host), 'link', 'set', 'out', 'up');
    }
  } catch (error) {
    remove();
    throw error;
  }
  return {
    addresses: [`${net(0)}.1`, `${net(1)}.1`],
    within: (host) => ['ip', 'netns', 'exec', space(host)],
    setLink: (host, state) => {
      ip('link', 'set', cable(host), state);
    },
    remove,
  };
}
