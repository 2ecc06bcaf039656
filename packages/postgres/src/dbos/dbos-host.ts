import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type {
  AgentLimit,
  Segment,
  SegmentQueue,
  SegmentHost,
  WorkerHandle,
  WorkerOptions,
} from '@sekisho/engine';
import type { QueuedSegment } from '../rows/queued-segment.ts';
import { connectDbos, type DbosConnection } from './dbos-connection.ts';
import { queueOf } from './dbos-queues.ts';
import {
  PRIORITY,
  WORKFLOW,
  type DbosLogger,
  type DbosRateLimit,
  type DbosSettings,
} from './dbos-settings.ts';
import { DbosWorker } from './dbos-worker.ts';
import { MAX_REMOVALS_PER_STEP, removeSegments } from './remove-segments.ts';
import { requireKnownOptions, type OptionNames } from '@sekisho/engine/store-adapter';

/** How segments are executed on DBOS. */
export interface DbosHostOptions {
  /** The same database as the store's, so that a token and its segment are one transaction. */
  readonly databaseUrl: string;
  /** The deployments that may execute each other's segments. By default all of them, because states contain their own version. */
  readonly applicationVersion?: string | undefined;
  /** A name of this process that stays the same after a restart. The default is a new name for each start. */
  readonly executorId?: string | undefined;
  /** The schema of DBOS's own tables. The default is `dbos`. Installations and tenants that share a database need one each. */
  readonly schema?: string | undefined;
  /** The interval of the search for segments whose worker died. The default is two seconds. */
  readonly sweepMs?: number | undefined;
  /** How long workers retain DBOS's rows of ended segments: a week by default, `Infinity` without a limit. The audit log is not affected. */
  readonly keepSegmentsMs?: number | undefined;
  /** The interval at which an idle worker polls each queue. The default is 50 milliseconds. */
  readonly pollMs?: number | undefined;
  /**
   * Agents with a queue of their own, the same in servers and workers: `concurrency` counts runs of one worker, beside
   * those of the other agents, and `perMinute` starts of all workers together.
   */
  readonly agents?: Readonly<Record<string, AgentLimit>> | undefined;
  /** The maximum rate of segments of all other agents, for all workers together, for providers that count requests. */
  readonly rateLimit?: DbosRateLimit | undefined;
  /** Receives DBOS's messages. Without it, errors become process warnings and nothing is printed. */
  readonly logger?: DbosLogger | undefined;
}

const SWEEP_MS = 2000;
const POLL_MS = 50;
const KEEP_SEGMENTS_MS = 7 * 24 * 60 * 60_000;

/** Creates the DBOS engine of a runner: `createRunner({ store: postgresStore(pool), host: dbosHost({ databaseUrl }), … })`. */
export function dbosHost(options: DbosHostOptions): DbosHost {
  requireKnownOptions(options, OPTIONS, { place: 'dbosHost()' });
  return new DbosHost({
    databaseUrl: options.databaseUrl,
    applicationVersion: options.applicationVersion ?? 'sekisho-1',
    executorId: options.executorId ?? randomUUID(),
    schema: options.schema ?? 'dbos',
    sweepMs: options.sweepMs ?? SWEEP_MS,
    pollMs: options.pollMs ?? POLL_MS,
    keepSegmentsMs: options.keepSegmentsMs ?? KEEP_SEGMENTS_MS,
    agents: options.agents ?? {},
    rateLimit: options.rateLimit,
    logger: options.logger ?? errorsOnly,
  });
}

const OPTIONS: OptionNames<DbosHostOptions> = {
  databaseUrl: true,
  applicationVersion: true,
  executorId: true,
  schema: true,
  sweepMs: true,
  keepSegmentsMs: true,
  pollMs: true,
  agents: true,
  rateLimit: true,
  logger: true,
};

/** Queues segments on DBOS and executes them. Our own journal stores the steps, in one transaction with the audit log. */
export class DbosHost implements SegmentHost {
  readonly #settings: DbosSettings;
  #connection: Promise<DbosConnection> | undefined;

  constructor(settings: DbosSettings) {
    this.#settings = settings;
  }

  async open(): Promise<void> {
    // DBOS creates its tables with commands that wait for every open transaction, so this must not run inside one of ours.
    await this.#open();
  }

  async enqueue(transaction: unknown, segments: readonly (Segment | QueuedSegment)[]): Promise<void> {
    const { client } = await this.#open();
    if (!isClient(transaction))
      throw new TypeError('Segments are queued inside a transaction of PostgreSQL.');
    for (const segment of segments) {
      await client.enqueueInTransaction(
        transaction,
        {
          workflowName: WORKFLOW,
          queueName: queueOf('agent_name' in segment ? segment.agent_name : undefined, this.#settings),
          workflowID: segment.segment_id,
          appVersion: this.#settings.applicationVersion,
          priority: PRIORITY.first,
        },
        segment.run_id,
      );
    }
  }

  async work(queue: SegmentQueue, options: WorkerOptions): Promise<WorkerHandle> {
    return DbosWorker.launch(queue, options, { ...(await this.#open()), settings: this.#settings });
  }

  /** Removes DBOS's rows of segments that ended before this time, as workers do automatically. Returns the number of rows. */
  async removeFinishedSegments({ before }: { readonly before: Date }): Promise<number> {
    const parts = { ...(await this.#open()), settings: this.#settings };
    let total = 0;
    for (;;) {
      const count = await removeSegments(parts, () => before.getTime());
      total += count;
      if (count < MAX_REMOVALS_PER_STEP) return total;
    }
  }

  /** Closes the connections. The worker must have been stopped. */
  async close(): Promise<void> {
    const connection = await this.#connection;
    this.#connection = undefined;
    await connection?.client.destroy();
    await connection?.pool.end();
  }

  #open(): Promise<DbosConnection> {
    // The next attempt may reach the database.
    this.#connection ??= connectDbos(this.#settings).catch((error: unknown) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }
}

const isClient = (value: unknown): value is ClientBase =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'query') === 'function';

const errorsOnly: DbosLogger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: (entry) => process.emitWarning(String(entry), 'DbosWarning'),
};

function ignore(): void {}
