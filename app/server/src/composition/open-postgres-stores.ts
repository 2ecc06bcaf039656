import { openSchema, statement } from '@sekisho/postgres';
import { Pool } from 'pg';
import { PostgresChatStore } from '../chat/postgres-chat-store.ts';
import { PostgresProcessStore } from '../processes/postgres-process-store.ts';
import type { ConsoleSql } from '../storage/console-sql.ts';
import { MIGRATIONS } from '../storage/postgres/migrations.ts';
import { ServiceDatabase } from '../storage/postgres/service-database.ts';
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
  return {
    chat: new PostgresChatStore(database, quoted, clock),
    processes: new PostgresProcessStore(database, quoted),
    console: createConsoleStore(consoleSql(database, quoted)),
    close: async () => {
      if (!('pool' in options)) await pool.end();
    },
  };
}

function consoleSql(database: ServiceDatabase, schema: string): ConsoleSql {
  return {
    read: (sql, values) => database.read(statement(sql), values),
    write: (sql, values) => database.write(statement(sql), values),
    table: (name) => `${schema}.console_${name}`,
    isOneOf: (column, parameter) => `${column} in (select json_array_elements_text(${parameter}::json))`,
    rowsOf: (parameter) => `json_array_elements(${parameter}::json) as rows (value)`,
  };
}
