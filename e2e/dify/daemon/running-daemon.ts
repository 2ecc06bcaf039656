import type { DaemonTraits } from '../ground/daemon-version.ts';

/** The options of a daemon. */
export type DaemonOptions = {
  /** The folder for everything that survives a restart: packages, environments of plugins, the daemon's data. */
  folder: string;
  innerApi: { url: string; key: string };
  /** PEM files of trusted signers; without any, unsigned packages are accepted too. */
  trustedKeys?: readonly string[];
  /** Variables that the daemon passes to its plugins. */
  env?: Record<string, string>;
  /** Loopback ports that its plugins connect to. */
  reachablePorts?: readonly number[];
};

/** A daemon that listens on loopback. */
export type RunningDaemon = {
  url: string;
  serverKey: string;
  debuggingPort: number;
  /** Returns the output of the daemon and its plugins. */
  log: () => string;
  /** Stops the daemon like an operator; its folder remains. */
  stop: () => Promise<void>;
};

/** A kind of daemon that the same tests run against. */
export type DaemonKind = {
  name: string;
  debuggedAs: DaemonTraits['debuggedAs'];
  start: (options: DaemonOptions) => Promise<RunningDaemon>;
};
