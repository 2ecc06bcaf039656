import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { runCommand } from './run-command.ts';
import type { Service } from './service.ts';
import { startService } from './start-service.ts';

/** The only account of the temporary database; the daemon rejects an empty password. */
export const DATABASE_ACCOUNT = { user: 'dify', password: 'dify-e2e' } as const;

/** PostgreSQL does not run as root, so root starts it with this unprivileged user id. */
const UNPRIVILEGED_USER = { uid: 65_534, gid: 65_534 };

/** Starts PostgreSQL with its data in a temporary folder, on loopback only. */
export async function startPostgres(env: Record<string, string>): Promise<Service> {
  const initdb = await findProgram(
    { name: 'initdb', debianPackage: 'postgresql', folders: ['/usr/lib/postgresql/*/bin'] },
    env,
  );
  const folder = await mkdtemp(join(tmpdir(), 'dify-postgres-'));
  const identity = process.getuid?.() === 0 ? UNPRIVILEGED_USER : undefined;
  const password = join(folder, 'password');
  await writeFile(password, DATABASE_ACCOUNT.password);
  if (identity !== undefined) {
    await chown(folder, identity.uid, identity.gid);
    await chown(password, identity.uid, identity.gid);
  }
  const data = join(folder, 'data');
  const account = ['-U', DATABASE_ACCOUNT.user, `--pwfile=${password}`, '-A', 'scram-sha-256'];
  await runCommand(initdb, ['-D', data, '-E', 'UTF8', '--no-sync', ...account], { env, identity });
  const port = await freePort();
  const service = await startService({
    name: 'PostgreSQL',
    command: join(dirname(initdb), 'postgres'),
    args: ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F'],
    port,
    env,
    identity,
  });
  return {
    port,
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
