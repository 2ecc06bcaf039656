import { SekishoError } from '@sekisho/engine';
import { statement, type Ask, type Database } from '../database/database.ts';
import { numberOf } from '../rows/row-values.ts';

/** Whether the store may change the schema, or only verifies its version. */
export type MigrateMode = 'auto' | 'verify';

/** The migrations of a schema in order; each receives the quoted schema name. A released migration never changes. */
export type Migrations = readonly ((schema: string) => string)[];

interface Schema {
  /** The quoted name. */
  readonly schema: string;
  readonly migrations: Migrations;
}

// The text "SEKI" as a number: the advisory lock that prevents concurrent migrations.
const LOCK = 0x53454b49;

/** Migrates the schema under a lock, or refuses an outdated schema. */
export async function migrate(database: Database, wanted: Schema, mode: MigrateMode): Promise<void> {
  const { length } = wanted.migrations;
  const version = await currentVersion((sql, values) => database.ask(sql, values), wanted);
  if (version === length) return;
  if (mode === 'auto') {
    await database.persist(() => database.transact((ask) => migrateUnderLock(ask, wanted)));
    return;
  }
  throw new SekishoError(
    'AGENTS-E-RUN-STATE',
    `The schema ${wanted.schema} is at version ${version} and not at ${length}. Apply the SQL that printSchema() gives, or open it with migrate: 'auto'.`,
  );
}

async function migrateUnderLock(ask: Ask, wanted: Schema): Promise<{ keep: boolean; result: undefined }> {
  const { schema, migrations } = wanted;
  await ask(statement('select pg_advisory_xact_lock($1)'), [LOCK]);
  // Read again, because another process may have migrated while this one waited for the lock.
  const version = await currentVersion(ask, wanted);
  if (version === 0) await run(ask, createSchema(schema));
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    await run(ask, migration(schema));
    await ask(statement(`insert into ${schema}.schema_version (version) values ($1)`), [index + 1]);
  }
  return { keep: true, result: undefined };
}

/** The SQL that creates the schema or migrates it from version `from`, for databases where a person applies it. */
export function schemaScript({ schema, migrations }: Schema, from = 0): string {
  const steps = migrations
    .map(
      (migration, index) =>
        `${migration(schema)}\ninsert into ${schema}.schema_version (version) values (${index + 1});`,
    )
    .slice(from);
  return ['begin;', ...(from === 0 ? [createSchema(schema)] : []), ...steps, 'commit;', ''].join('\n');
}

async function currentVersion(ask: Ask, { schema, migrations }: Schema): Promise<number> {
  // Not to_regclass(): inside a transaction it may use a cache that is older than the lock.
  const tables = await ask(
    statement(`select 1 from pg_tables where '"' || schemaname || '"' = $1 and tablename = 'schema_version'`),
    [schema],
  );
  if (tables.length === 0) return 0;
  const [row = {}] = await ask(
    statement(`select coalesce(max(version), 0) as version from ${schema}.schema_version`),
    [],
  );
  const version = numberOf(row, 'version');
  if (version <= migrations.length) return version;
  throw new SekishoError(
    'AGENTS-E-RUN-STATE',
    `The schema ${schema} was made by a newer version of this program (schema ${version}; this one knows ${migrations.length}). Update it, or use another schema.`,
  );
}

function createSchema(schema: string): string {
  return `create schema if not exists ${schema};
create table ${schema}.schema_version (
  version integer primary key,
  applied_at timestamptz not null default clock_timestamp()
);`;
}

// A query without a name and parameters may contain several statements.
async function run(ask: Ask, text: string): Promise<void> {
  await ask({ name: '', text }, []);
}
