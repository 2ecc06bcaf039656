import type { DBOS } from '@dbos-inc/dbos-sdk';
import {
  SekishoError,
  type SegmentQueue,
  type WorkerHandle,
  type WorkerOptions,
  type WorkerStatus,
} from '@sekisho/engine';
import type { DbosConnection } from './dbos-connection.ts';
import { isSegmentQueue, listQueues } from './dbos-queues.ts';
import { APPLICATION, WORKFLOW, type DbosSettings } from './dbos-settings.ts';
import { removeSegments } from './remove-segments.ts';
import { sweepSegments } from './sweep-segments.ts';

type Engine = typeof DBOS;

interface WorkerParts extends DbosConnection {
  readonly settings: DbosSettings;
}

const CONCURRENCY = 8;
const TIDY_MS = 15_000;
const ADOPT_AFTER_MS = 60_000;
const MAX_RUNS_PER_SWEEP = 100;
/** Larger sweeps run periodically, to reach orphaned runs behind a long queue. */
const MAX_RUNS_PER_FULL_SWEEP = 1000;
const MAX_DRAIN_MS = 10 * 60_000;

/** Executes segments from DBOS's queues. DBOS allows one engine per process. */
export class DbosWorker implements WorkerHandle {
  readonly #engine: Engine;
  readonly #queue: SegmentQueue;
  readonly #options: WorkerOptions;
  readonly #parts: WorkerParts;
  readonly #running = new Set<string>();
  #sweeping: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #sweepsUntilTidy = 0;
  #isStopping = false;

  private constructor(engine: Engine, queue: SegmentQueue, options: WorkerOptions, parts: WorkerParts) {
    this.#engine = engine;
    this.#queue = queue;
    this.#options = options;
    this.#parts = parts;
  }

  static async launch(queue: SegmentQueue, options: WorkerOptions, parts: WorkerParts): Promise<DbosWorker> {
    requireOwnLimits(options);
    const { DBOS: engine } = await import('@dbos-inc/dbos-sdk');
    const worker = new DbosWorker(engine, queue, options, parts);
    const { settings, pool, client } = parts;
    // Registered before the engine starts; it would detect later ones only after a second.
    await registerQueues(parts, options);
    const queues = (await client.listQueues()).map(({ name }) => name).filter(isSegmentQueue);
    engine.setConfig({
      name: APPLICATION,
      systemDatabaseUrl: settings.databaseUrl,
      systemDatabasePool: pool,
      systemDatabaseSchemaName: settings.schema,
      applicationVersion: settings.applicationVersion,
      executorID: settings.executorId,
      listenQueues: queues,
      runAdminServer: false,
      logger: settings.logger,
    });
    engine.registerWorkflow((runId: string, epoch?: number) => worker.#carryOut(runId, epoch), {
      name: WORKFLOW,
    });
    await engine.launch();
    worker.#schedule();
    return worker;
  }

  get status(): WorkerStatus {
    return { running: [...this.#running], isStopping: this.#isStopping };
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#sweeping;
    await this.#engine.shutdown({ deregister: true, workflowCompletionTimeoutMS: MAX_DRAIN_MS });
  }

  /**
   * The body of a segment's workflow. DBOS may call it again after a crash, here or on another machine: whatever was done
   * is in our journal, and the epoch of the run lets only the newest attempt write.
   */
  async #carryOut(runId: string, epoch?: number): Promise<string> {
    this.#running.add(runId);
    try {
      const outcome = await this.#queue.resumeSegment(runId, epoch);
      this.#options.onOutcome?.(runId, outcome);
      return outcome.kind;
    } finally {
      this.#running.delete(runId);
    }
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#sweeping = this.#sweep();
    }, this.#parts.settings.sweepMs);
  }

  async #sweep(): Promise<void> {
    const { settings, pool } = this.#parts;
    try {
      const isLong = this.#sweepsUntilTidy <= 0;
      if (isLong) {
        this.#sweepsUntilTidy = Math.ceil(TIDY_MS / settings.sweepMs);
        await this.#queue.expire();
        await this.#queue.adopt(this.#options.adoptAfterMs ?? ADOPT_AFTER_MS);
        await removeSegments(this.#parts, (now) => now - settings.keepSegmentsMs);
      }
      this.#sweepsUntilTidy -= 1;
      await sweepSegments({
        engine: this.#engine,
        queue: this.#queue,
        settings,
        pool,
        most: isLong ? MAX_RUNS_PER_FULL_SWEEP : MAX_RUNS_PER_SWEEP,
      });
    } catch (error) {
      this.#options.onError?.(error);
    }
    if (!this.#isStopping) this.#schedule();
  }
}

/** DBOS stores the limits in its tables: those of the worker that started last apply to all. */
async function registerQueues(
  { settings, client }: WorkerParts,
  { concurrency = CONCURRENCY, pollMs = settings.pollMs }: WorkerOptions,
): Promise<void> {
  for (const { name, ...limits } of listQueues(settings, concurrency))
    await client.registerQueue(name, {
      ...limits,
      minPollingIntervalMs: Math.min(pollMs, settings.pollMs),
      applicationName: APPLICATION,
    });
}

function requireOwnLimits({ agents = {} }: WorkerOptions): void {
  if (Object.keys(agents).length === 0) return;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    'On DBOS an agent with limits has a queue of its own, which servers must know too: dbosHost({ agents }) instead of work({ agents }).',
  );
}
