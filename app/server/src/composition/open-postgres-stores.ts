import { openSchema } from '@sekisho/postgres';
import { Pool } from 'pg';
import { createChatTables } from '../chat/chat-tables.ts';
import { createPostgresChatChanges } from '../chat/postgres-chat-changes.ts';
import { createPostgresProcessChanges } from '../processes/postgres-process-changes.ts';
import { createProcessTables } from '../processes/process-tables.ts';
import { MIGRATIONS } from '../storage/postgres/migrations.ts';
import { postgresDatabase } from '../storage/postgres/postgres-sql.ts';
import { ServiceDatabase } from '../storage/postgres/service-database.ts';
import { createSql } from '../storage/sql.ts';
import type { ConsoleStore } from './console-store.ts';
import { createConsoleStore } from './create-console-store.ts';
import type { Stores } from './open-sqlite-stores.ts';

/**
 * The database of the service. The caller closes its own pool; a pool that is created from a URL is closed with the
 * stores.
 */
export type PostgresStoresOptions = ({ url: string } | { pool: Pool }) & {
  clock: () => number;
  /** A schema that contains nothing else. The default is `sekisho_chat`. */
  schema?: string | undefined;
  /** How long operations are retried while the server restarts, in milliseconds. The default is 5000. */
  timeoutMs?: number | undefined;
};

/** Opens the stores of the service in PostgreSQL. The first use creates or migrates the tables. */
export function openPostgresStores(
  options: PostgresStoresOptions,
): Omit<Stores, 'close'> & { console: ConsoleStore; close: () => Promise<void> } {
  const { clock, schema = 'sekisho_chat', timeoutMs = 5000 } = options;
  const pool = 'pool' in options ? options.pool : new Pool({ connectionString: options.url });
  const database = new ServiceDatabase(() => openSchema(pool, { schema, migrations: MIGRATIONS, timeoutMs }));
  const quoted = `"${schema}"`;
  const sql = createSql(postgresDatabase(database, quoted));
  return {
    chat: { ...createChatTables(sql), ...createPostgresChatChanges(sql, clock) },
    processes: { ...createProcessTables(sql), ...createPostgresProcessChanges(sql) },
    console: createConsoleStore(postgresDatabase(database, quoted, 'console_')),
    close: async () => {
      if (!('pool' in options)) await pool.end();
    },
  };
}
