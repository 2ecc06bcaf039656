import type { DBOS } from '@dbos-inc/dbos-sdk';
import type { SegmentDesk, WorkerHandle, WorkerOptions, WorkerStatus } from 'sekisho';
import { QUEUE, WORKFLOW, type DbosSettings } from './dbos-settings.ts';
import { sweepSegments } from './sweep-segments.ts';

type Engine = typeof DBOS;

const CONCURRENCY = 8;
const POLL_MS = 100;
const TIDY_MS = 15_000;
const ADOPT_AFTER_MS = 60_000;
const LONGEST_DRAIN_MS = 10 * 60_000;

/** One process that carries out segments from DBOS's queue. DBOS keeps one engine a process. */
export class DbosWorker implements WorkerHandle {
  readonly #engine: Engine;
  readonly #desk: SegmentDesk;
  readonly #options: WorkerOptions;
  readonly #settings: DbosSettings;
  readonly #running = new Set<string>();
  #sweeping: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #tidyAt = 0;
  #isStopping = false;

  private constructor(engine: Engine, desk: SegmentDesk, options: WorkerOptions, settings: DbosSettings) {
    this.#engine = engine;
    this.#desk = desk;
    this.#options = options;
    this.#settings = settings;
  }

  static async launch(
    desk: SegmentDesk,
    options: WorkerOptions,
    settings: DbosSettings,
  ): Promise<DbosWorker> {
    const { DBOS: engine } = await import('@dbos-inc/dbos-sdk');
    const worker = new DbosWorker(engine, desk, options, settings);
    engine.setConfig({
      name: 'sekisho',
      systemDatabaseUrl: settings.databaseUrl,
      systemDatabaseSchemaName: settings.schema,
      applicationVersion: settings.applicationVersion,
      executorID: settings.executorId,
      listenQueues: [QUEUE],
      runAdminServer: false,
      logLevel: 'error',
    });
    engine.registerWorkflow((runId: string, epoch?: number) => worker.#carryOut(runId, epoch), {
      name: WORKFLOW,
    });
    await engine.launch();
    await engine.registerQueue(QUEUE, {
      workerConcurrency: options.concurrency ?? CONCURRENCY,
      minPollingIntervalMs: options.pollMs ?? POLL_MS,
      ...(settings.rateLimit === undefined ? {} : { rateLimit: settings.rateLimit }),
      onConflict: 'always_update',
    });
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
    await this.#engine.shutdown({ deregister: true, workflowCompletionTimeoutMS: LONGEST_DRAIN_MS });
  }

  /**
   * The body of a segment's workflow. DBOS may call it again after a crash, here or on another machine: whatever was done
   * is in our journal, and the epoch of the run lets only the newest attempt write.
   */
  async #carryOut(runId: string, epoch?: number): Promise<string> {
    this.#running.add(runId);
    try {
      const outcome = await this.#desk.takeUp(runId, epoch);
      this.#options.onOutcome?.(runId, outcome);
      return outcome.kind;
    } finally {
      this.#running.delete(runId);
    }
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#sweeping = this.#sweep();
    }, this.#settings.sweepMs);
  }

  async #sweep(): Promise<void> {
    try {
      if (Date.now() >= this.#tidyAt) {
        this.#tidyAt = Date.now() + TIDY_MS;
        await this.#desk.expire();
        await this.#desk.adopt(this.#options.adoptAfterMs ?? ADOPT_AFTER_MS);
      }
      await sweepSegments(this.#engine, this.#desk, this.#settings);
    } catch (error) {
      this.#options.onError?.(error);
    }
    if (!this.#isStopping) this.#schedule();
  }
}
