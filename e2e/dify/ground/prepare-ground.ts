import { env } from './env.ts';
import { findDaemon, type InstalledDaemon } from './find-daemon.ts';
import { preparePython, type PythonTools } from './prepare-python.ts';
import type { Service } from './service.ts';
import { startPostgres } from './start-postgres.ts';
import { startRedis } from './start-redis.ts';

/** The requirements of the tests that were found, and the missing ones. */
export type Ground = {
  python: PythonTools;
  daemons: InstalledDaemon[];
  missing: { what: string; reason: string }[];
  postgresPort: number;
  redisPort: number;
  release: () => Promise<void>;
};

/** The newest daemon, and the daemon of Dify 1.10.0, which is the oldest Dify of our manifests. */
const DAEMON_VERSIONS = ['0.6.10', '0.4.1'] as const;

/** Finds the Python tools and both daemons. A missing daemon is recorded and not thrown. */
export async function prepareGround(cacheFolder: string, inherited: Record<string, string>): Promise<Ground> {
  const python = await preparePython(cacheFolder, inherited, env.wheelsFolder());
  const user = { searchPath: inherited['PATH'] ?? '', isRoot: process.getuid?.() === 0 };
  const daemons: InstalledDaemon[] = [];
  const missing: Ground['missing'] = [];
  for (const version of DAEMON_VERSIONS) {
    try {
      daemons.push(await findDaemon(version, env.daemonsFolder(), user));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      missing.push({ what: `Dify's daemon ${version}`, reason });
    }
  }
  const services: Service[] = [];
  if (daemons.length > 0) {
    services.push(await startPostgres(inherited));
    services.push(await startRedis(inherited));
  }
  return {
    python,
    daemons,
    missing,
    postgresPort: services[0]?.port ?? 0,
    redisPort: services[1]?.port ?? 0,
    release: async () => {
      for (const service of services) await service.stop();
    },
  };
}
