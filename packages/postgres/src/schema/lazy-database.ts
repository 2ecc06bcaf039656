import type { Pool } from 'pg';
import type { MigrateMode } from '../migrations/migrate.ts';
import { MIGRATIONS } from '../migrations/migrations.ts';
import { openSchema } from './open-schema.ts';
import { requireKnownOptions, storedText, type OptionNames } from '@sekisho/engine/store-adapter';
import type { Database } from '../database/database.ts';
import { DEFAULT_SCHEMA, quoteSchema } from '../database/schema-name.ts';

/** The tables that a store uses. */
export interface TenantOptions {
  /** A schema that contains nothing else. The default is `sekisho`. */
  readonly schema?: string | undefined;
  /** The owner of the rows. */
  readonly tenant?: string | undefined;
  /** `auto` creates and updates the tables; `verify` only rejects tables of another version. */
  readonly migrate?: MigrateMode | undefined;
  /** How long requests are repeated while the server is unavailable. The default is 10 seconds. */
  readonly timeoutMs?: number | undefined;
}

const OPTIONS: OptionNames<TenantOptions> = {
  schema: true,
  tenant: true,
  migrate: true,
  timeoutMs: true,
};

/** The tables of a tenant, opened on first use. */
export class LazyDatabase {
  /** The quoted name. */
  readonly schema: string;
  readonly tenant: string;
  readonly #open: () => Promise<Database>;
  #opened: Promise<Database> | undefined;

  constructor(pool: Pool, options: TenantOptions) {
    requireKnownOptions(options, OPTIONS, { place: 'The store on PostgreSQL' });
    const { schema = DEFAULT_SCHEMA, tenant = '', migrate, timeoutMs } = options;
    this.schema = quoteSchema(schema);
    this.tenant = storedText(tenant);
    this.#open = () => openSchema(pool, { schema, migrations: MIGRATIONS, migrate, timeoutMs });
  }

  get(): Promise<Database> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      // The server may be available at the next use.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }
}
