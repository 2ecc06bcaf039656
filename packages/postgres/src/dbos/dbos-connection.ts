import { Pool } from 'pg';
import { APPLICATION, type DbosSettings } from './dbos-settings.ts';

type Sdk = typeof import('@dbos-inc/dbos-sdk');

/** The connection to DBOS's tables that enqueueing, executing and sweeping share. */
export interface DbosConnection {
  readonly pool: Pool;
  readonly client: Awaited<ReturnType<Sdk['DBOSClient']['create']>>;
}

const MAX_CONNECTIONS = 10;
/** The server releases the locks of a disconnected machine after this time. */
const IDLE_TRANSACTION_MS = 60_000;

/** Connects, and creates or updates DBOS's tables. */
export async function connectDbos(settings: DbosSettings): Promise<DbosConnection> {
  const { databaseUrl, schema, logger } = settings;
  const { DBOSClient } = await import('@dbos-inc/dbos-sdk');
  // A pool created by DBOS sets its timeout concurrently with the first query, which makes pg print a warning.
  const pool = new Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    allowExitOnIdle: true,
    onConnect: (client) => client.query(`set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}`),
  });
  pool.on('error', (error) => logger.warn(`A connection was lost: ${error.message}`));
  try {
    await migrate(pool, settings);
    const client = await DBOSClient.create({
      systemDatabaseUrl: databaseUrl,
      systemDatabasePool: pool,
      systemDatabaseSchemaName: schema,
      applicationName: APPLICATION,
      logger,
    });
    return { pool, client };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Same as `DBOS.migrate`, which always prints to standard output; that belongs to the program. */
async function migrate(pool: Pool, { databaseUrl, schema, logger }: DbosSettings): Promise<void> {
  const { ensureSystemDatabase } = await import('@dbos-inc/dbos-sdk/internal/system_database');
  const { GlobalLogger } = await import('@dbos-inc/dbos-sdk/internal/telemetry/logs');
  await ensureSystemDatabase(databaseUrl, new GlobalLogger(undefined, { logger }), pool, schema);
}
