import { join } from 'node:path';
import { describeVersion } from './daemon-version.ts';
import { findExecutable, onPath } from './find-executable.ts';

/** The programs of one version of Dify's daemon. */
export type InstalledDaemon = { version: string; server: string; commandline: string };

const ISOLATION_PROGRAMS = ['unshare', 'nsenter', 'ip'];

/** Finds a daemon in the folder of `SEKISHO_DIFY_DAEMONS`. Throws an error that names the missing requirement. */
export async function findDaemon(
  version: string,
  folder: string | undefined,
  user: { searchPath: string; isRoot: boolean },
): Promise<InstalledDaemon> {
  if (folder === undefined) {
    throw new Error(
      `SEKISHO_DIFY_DAEMONS is not set. Set it to a folder that has ${version}/server and ${version}/commandline.`,
    );
  }
  const daemon = {
    version,
    server: join(folder, version, 'server'),
    commandline: join(folder, version, 'commandline'),
  };
  for (const program of [daemon.server, daemon.commandline]) {
    if ((await findExecutable([program])) === undefined) {
      throw new Error(`${program} is not an executable file. SEKISHO_DIFY_DAEMONS is "${folder}".`);
    }
  }
  if (!describeVersion(version).hasServerHost) await requireIsolation(version, user);
  return daemon;
}

async function requireIsolation(
  version: string,
  { searchPath, isRoot }: { searchPath: string; isRoot: boolean },
): Promise<void> {
  const why = `Version ${version} listens on every network interface, so it requires its own network namespace`;
  if (!isRoot) throw new Error(`${why}, and only root may create one. Run the tests as root.`);
  for (const program of ISOLATION_PROGRAMS) {
    if ((await findExecutable(onPath(program, searchPath))) === undefined) {
      throw new Error(`${why}, and "${program}" is not installed. Install it.`);
    }
  }
}
