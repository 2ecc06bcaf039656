import { Pool } from 'pg';
import { APPLICATION, type DbosSettings } from './dbos-settings.ts';

type Sdk = typeof import('@dbos-inc/dbos-sdk');

/** The way to DBOS's tables that queueing, working and sweeping share. */
export interface DbosConnection {
  readonly pool: Pool;
  readonly client: Awaited<ReturnType<Sdk['DBOSClient']['create']>>;
}

const MOST_CONNECTIONS = 10;
/** A machine that is cut off inside a transaction lets go of its locks after this. */
const IDLE_TRANSACTION_MS = 60_000;

/** Connects, and makes or updates DBOS's tables. */
export async function connectDbos(settings: DbosSettings): Promise<DbosConnection> {
  const { databaseUrl, schema, logger } = settings;
  const { DBOSClient } = await import('@dbos-inc/dbos-sdk');
  // A pool that DBOS makes sets its timeout beside the first query, of which pg warns in every process.
  const pool = new Pool({
    connectionString: databaseUrl,
    max: MOST_CONNECTIONS,
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

/** What `DBOS.migrate` does; that one always prints, and the standard output belongs to the program. */
async function migrate(pool: Pool, { databaseUrl, schema, logger }: DbosSettings): Promise<void> {
  const { ensureSystemDatabase } = await import('@dbos-inc/dbos-sdk/internal/system_database');
  const { GlobalLogger } = await import('@dbos-inc/dbos-sdk/internal/telemetry/logs');
  await ensureSystemDatabase(databaseUrl, new GlobalLogger(undefined, { logger }), pool, schema);
}
