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
  return hasStore(local) ? local : join(home, '.sekisho');
}

const hasStore = (folder: string) =>
  ['state.db', 'key', 'key.locked'].some((name) => existsSync(join(folder, name)));

/** Refuses a folder that was named and has no store: after a typo, an empty log would verify and a stop would stop nothing. */
function requireStore(call: Invocation, directory: string): void {
  if (hasStore(directory) || directory === join(call.host.home, '.sekisho')) return;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `There is no store in ${directory}. Correct --data or SEKISHO_DATA_DIR, or create the store with "sekisho init".`,
  );
}

/** Uses the store of a command: the embedded one, or PostgreSQL if DATABASE_URL is set and no folder is named. */
export async function withParts<T>(
  call: Invocation,
  use: (parts: EngineParts, place: string) => Promise<T>,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): Promise<T> {
  const { host } = call;
  const data = call.text('data');
  const directory = dataFolder(data, host);
  const url = data === undefined ? host.env['DATABASE_URL'] : undefined;
  if (!mayCreate && !url) requireStore(call, directory);
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
    throw new SekishoError('AGENTS-E-RUNNER-CONFIG', describeFailedImport(name, cause), { cause });
  }
}

function describeFailedImport(name: string, cause: unknown): string {
  const isMissing =
    cause instanceof Error && 'code' in cause && String(cause.code).endsWith('MODULE_NOT_FOUND');
  if (cause instanceof Error && !isMissing)
    return `The package ${name} cannot be loaded by Node ${process.versions.node}: ${cause.message}. Use Node 22.22.3, 24.15, 26 or newer, or install the package again.`;
  const unpublished = name.includes('sekisho')
    ? ', or, as long as Sekisho is not on npm, the packages that "npm run pack:all" creates in a clone'
    : '';
  return `This needs the package ${name}, which is not installed. Install it in this project: npm install ${name}${unpublished}.`;
}
