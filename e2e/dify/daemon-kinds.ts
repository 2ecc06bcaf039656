import { inject } from 'vitest';
import { realDaemon } from './daemon/real-daemon.ts';
import type { DaemonKind } from './daemon/running-daemon.ts';
import { standInDaemon } from './stand-in/stand-in-daemon.ts';

/** Returns the daemons of this machine that the tests use: the real ones that were found, and the simulated daemon. */
export function daemonKinds(): DaemonKind[] {
  const { python, daemons, postgresPort, redisPort } = inject('ground');
  const real = daemons.map((installed) => realDaemon({ installed, python, postgresPort, redisPort }));
  return [standInDaemon(python), ...real];
}
