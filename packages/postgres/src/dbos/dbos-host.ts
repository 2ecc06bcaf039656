import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Segment, SegmentDesk, SegmentHost, WorkerHandle, WorkerOptions } from 'sekisho';
import { DbosWorker } from './dbos-worker.ts';
import { QUEUE, WORKFLOW, type DbosSettings } from './dbos-settings.ts';

/** How segments are carried out on DBOS. */
export interface DbosHostOptions {
  /** The same database as the store's, so that a token and its segment are one transaction. */
  readonly databaseUrl: string;
  /** Which deployments may carry out each other's segments. Left as it is, all of them: states carry their own version. */
  readonly applicationVersion?: string | undefined;
  /** A name that a process keeps over its restarts; a new one each time unless set. */
  readonly executorId?: string | undefined;
  /** The schema of DBOS's own tables; `dbos` unless set. */
  readonly schema?: string | undefined;
  /** How often to look for segments whose worker died; every two seconds unless set. */
  readonly sweepMs?: number | undefined;
  /** So many segments of all workers together, for providers that count requests. */
  readonly rateLimit?: { readonly limitPerPeriod: number; readonly periodSec: number } | undefined;
}

/** A durable engine under the runner: `createRunner({ store: postgresStore(pool), host: dbosHost({ databaseUrl }), … })`. */
export function dbosHost(options: DbosHostOptions): DbosHost {
  return new DbosHost({
    databaseUrl: options.databaseUrl,
    applicationVersion: options.applicationVersion ?? 'sekisho-1',
    executorId: options.executorId ?? randomUUID(),
    schema: options.schema ?? 'dbos',
    sweepMs: options.sweepMs ?? 2000,
    rateLimit: options.rateLimit,
  });
}

type Sdk = typeof import('@dbos-inc/dbos-sdk');
type Client = Awaited<ReturnType<Sdk['DBOSClient']['create']>>;

/** Queues segments on DBOS and carries them out. Steps are kept by our own journal, in one transaction with the audit log. */
export class DbosHost implements SegmentHost {
  readonly #settings: DbosSettings;
  #client: Promise<Client> | undefined;

  constructor(settings: DbosSettings) {
    this.#settings = settings;
  }

  async open(): Promise<void> {
    // DBOS makes its tables with commands that wait for every open transaction, so never inside of one of ours.
    await this.#open();
  }

  async enqueue(transaction: unknown, segments: readonly Segment[]): Promise<void> {
    const client = await this.#open();
    if (!isClient(transaction))
      throw new TypeError('Segments are queued inside a transaction of PostgreSQL.');
    for (const { segment_id: workflowID, run_id: runId } of segments) {
      await client.enqueueInTransaction(
        transaction,
        {
          workflowName: WORKFLOW,
          queueName: QUEUE,
          workflowID,
          appVersion: this.#settings.applicationVersion,
        },
        runId,
      );
    }
  }

  async work(desk: SegmentDesk, options: WorkerOptions): Promise<WorkerHandle> {
    await this.#open();
    return DbosWorker.launch(desk, options, this.#settings);
  }

  /** Lets go of the connections that queueing used. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await (await client)?.destroy();
  }

  #open(): Promise<Client> {
    this.#client ??= connect(this.#settings);
    return this.#client;
  }
}

async function connect({ databaseUrl, schema }: DbosSettings): Promise<Client> {
  const { DBOS, DBOSClient } = await import('@dbos-inc/dbos-sdk');
  await DBOS.migrate(databaseUrl, { schemaName: schema });
  return DBOSClient.create({ systemDatabaseUrl: databaseUrl, systemDatabaseSchemaName: schema });
}

const isClient = (value: unknown): value is ClientBase =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'query') === 'function';
