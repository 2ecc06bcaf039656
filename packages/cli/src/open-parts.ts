import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RuleSafetyAgent, SekishoError, type OpenStore } from '@sekisho/engine';
import { closeEngineParts, createEngineParts, type EngineParts } from '@sekisho/engine/integration';
import { z } from 'zod';
import type { CommandHost, Invocation } from './command.ts';
import { unlockSecret } from './key-lock.ts';

/**
 * Returns the folder of the store: `--data`, the environment, `.sekisho` in the current folder if it exists, and else the folder
 * of the user, which the proxy and the hooks use.
 */
export function dataFolder(data: string | undefined, { env, cwd, home }: CommandHost): string {
  const named = data ?? (env['SEKISHO_DATA_DIR'] || env['SEKISHO_DIR'] || undefined);
  if (named !== undefined) return resolve(cwd, named);
  const local = join(cwd, '.sekisho');
  return existsSync(join(local, 'state.db')) || existsSync(join(local, 'key'))
    ? local
    : join(home, '.sekisho');
}

/** Uses the store of a command: the embedded one, or PostgreSQL if DATABASE_URL is set and no folder is named. */
export async function withParts<T>(
  call: Invocation,
  use: (parts: EngineParts, place: string) => Promise<T>,
): Promise<T> {
  const { host } = call;
  const data = call.text('data');
  const directory = dataFolder(data, host);
  const url = data === undefined ? host.env['DATABASE_URL'] : undefined;
  const secret = await unlockSecret(call, directory);
  const postgres = url ? await connectPostgres(url, host) : undefined;
  const parts = createEngineParts(
    {
      safetyAgent: new RuleSafetyAgent(),
      store: postgres?.open ?? { directory },
      application: 'sekisho-cli',
      secret,
      ...(postgres && { markDirectory: directory }),
    },
    { name: 'cli', stateVersion: '1', onDeny: 'end-run', historyKeptBy: 'integration' },
  );
  try {
    return await use(parts, postgres ? 'PostgreSQL (DATABASE_URL)' : directory);
  } finally {
    await closeEngineParts(parts);
    await postgres?.end();
  }
}

interface PoolLike {
  end(): Promise<void>;
}

const isFunction = (value: unknown) => typeof value === 'function';
const postgresSchema = z.object({
  postgresStore: z.custom<(pool: PoolLike, options: { migrate: 'verify' }) => OpenStore>(isFunction),
});
const pgSchema = z.object({
  Pool: z.custom<new (options: { connectionString: string; max: number }) => PoolLike>(isFunction),
});

/** Opens PostgreSQL. Tables are not created: a database of another program must stay as it is. */
async function connectPostgres(connectionString: string, host: CommandHost) {
  const { postgresStore } = postgresSchema.parse(await requirePackage('@sekisho/postgres', host));
  const pg = Object(await requirePackage('pg', host));
  const { Pool } = pgSchema.parse('Pool' in pg ? pg : pg.default);
  const pool = new Pool({ connectionString, max: 4 });
  return { open: postgresStore(pool, { migrate: 'verify' }), end: () => pool.end() };
}

/** Imports a package that only some commands need. The error says how to install it. */
export async function requirePackage(name: string, host: CommandHost): Promise<object> {
  try {
    return await host.importModule(name);
  } catch (cause) {
    throw new SekishoError(
      'AGENTS-E-RUNNER-CONFIG',
      `This needs the package ${name}, which cannot be loaded. Install it in this project: npm install ${name}`,
      { cause },
    );
  }
}
