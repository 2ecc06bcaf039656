import type { DaemonTraits } from '../ground/daemon-version.ts';

/** What a daemon is started with. */
export type DaemonOptions = {
  /** Everything that survives a restart: packages, environments of plugins, the daemon's books. */
  folder: string;
  innerApi: { url: string; key: string };
  /** PEM files of signers to trust; without any, unsigned packages are taken too. */
  trustedKeys?: readonly string[];
  /** Variables that the daemon passes on to its plugins. */
  env?: Record<string, string>;
  /** Ports on loopback that its plugins connect to. */
  reachablePorts?: readonly number[];
};

/** A daemon that listens on this machine. */
export type RunningDaemon = {
  url: string;
  serverKey: string;
  debuggingPort: number;
  /** What it and its plugins said so far. */
  log: () => string;
  /** Ends it as an operator does; its folder stays. */
  stop: () => Promise<void>;
};

/** A kind of daemon that the same tests run against. */
export type DaemonKind = {
  name: string;
  debuggedAs: DaemonTraits['debuggedAs'];
  start: (options: DaemonOptions) => Promise<RunningDaemon>;
};
