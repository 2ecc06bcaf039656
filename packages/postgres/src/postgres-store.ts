import type { Pool } from 'pg';
import type { OpenStore } from '@sekisho/engine';
import { StoreClock, type ClockSource } from './commit/store-clock.ts';
import { GroupWriter } from './commit/group-writer.ts';
import { statement, type Database } from './database/database.ts';
import { DEFAULT_SCHEMA, quoteSchema } from './database/schema-name.ts';
import { storeIdentity } from './database/store-identity.ts';
import { schemaScript, type MigrateMode } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import { numberOf } from './rows/row-values.ts';
import { openSchema } from './schema/open-schema.ts';
import { PostgresStateStore } from './postgres-state-store.ts';
import { requireKnownOptions, storedText, type OptionNames } from '@sekisho/engine/store-adapter';

/** How a store uses its database. */
export interface PostgresStoreOptions {
  /** A schema that contains nothing else. The default is `sekisho`. */
  readonly schema?: string | undefined;
  /** The owner of the rows. It is part of every key and every query. */
  readonly tenant?: string | undefined;
  /** `auto` creates and updates the tables; `verify` only rejects tables of another version. */
  readonly migrate?: MigrateMode | undefined;
  /** The clock that decides what has expired. The default is the server's. */
  readonly clock?: ClockSource | undefined;
  /** How long requests are repeated while the server is unavailable. The default is 10 seconds. */
  readonly timeoutMs?: number | undefined;
}

/** Creates the store of a runner on PostgreSQL: `createRunner({ store: postgresStore(pool), … })`. The pool stays yours. */
export function postgresStore(pool: Pool, options: PostgresStoreOptions = {}): OpenStore {
  requireKnownOptions(options, OPTIONS, { place: 'postgresStore()' });
  const name = options.schema ?? DEFAULT_SCHEMA;
  const schema = quoteSchema(name);
  const tenant = storedText(options.tenant ?? '');
  return async ({ link, clock, enqueue }) => {
    const { migrate, timeoutMs } = options;
    const database = await openSchema(pool, { schema: name, migrations: MIGRATIONS, migrate, timeoutMs });
    const storeClock = new StoreClock(options.clock ?? 'database', clock);
    const writer = new GroupWriter({ database, schema, tenant, link, clock: storeClock, enqueue });
    await writer.open();
    storeClock.observe(await askTime(database));
    const identity = storeIdentity(pool, name, tenant);
    return new PostgresStateStore({ database, schema, tenant, identity, writer, clock: storeClock });
  };
}

const OPTIONS: OptionNames<PostgresStoreOptions> = {
  schema: true,
  tenant: true,
  migrate: true,
  clock: true,
  timeoutMs: true,
};

async function askTime(database: Database): Promise<number> {
  const [row = {}] = await database.ask(TIME, []);
  return numberOf(row, 'now');
}

const TIME = statement('select extract(epoch from clock_timestamp()) * 1000 as now');

/** Returns the SQL that creates the tables or migrates them from version `from`, for services that may not change the schema. */
export function printSchema(options: { readonly schema?: string; readonly from?: number } = {}): string {
  const schema = quoteSchema(options.schema ?? DEFAULT_SCHEMA);
  return schemaScript({ schema, migrations: MIGRATIONS }, options.from);
}
