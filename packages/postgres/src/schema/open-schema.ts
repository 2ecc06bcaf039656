import type { Pool } from 'pg';
import { Database } from '../database/database.ts';
import { requireSafeServer } from '../database/require-safe-server.ts';
import { quoteSchema } from '../database/schema-name.ts';
import { migrate, type MigrateMode, type Migrations } from '../migrations/migrate.ts';

/** The schema of a program that has its own tables in the same database. */
export interface SchemaOptions {
  /** A schema that contains nothing else. */
  readonly schema: string;
  readonly migrations: Migrations;
  readonly migrate?: MigrateMode | undefined;
  /** How long requests are repeated while the server is unavailable. The default is 10 seconds. */
  readonly timeoutMs?: number | undefined;
}

/** Opens a schema and migrates it under a lock. Refuses servers that acknowledge writes before they are durable. */
export async function openSchema(pool: Pool, options: SchemaOptions): Promise<Database> {
  const schema = quoteSchema(options.schema);
  const database = new Database(pool, options.timeoutMs ?? 10_000);
  await requireSafeServer(database);
  await migrate(database, { schema, migrations: options.migrations }, options.migrate ?? 'auto');
  return database;
}
