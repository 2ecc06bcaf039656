import type { RunRecord } from '../store/run-record.ts';
import type { OptionNames } from '../errors/require-known-options.ts';
import { AgentLimits, type AgentLimit } from './agent-limits.ts';
import type { Segment, SegmentOutcome } from './segment.ts';

/** The queue of segments as a worker uses it. */
export interface WorkerQueue {
  /** Returns orphaned runs, then queued runs, each oldest first, of agents that this process knows. */
  next(limit: number): Promise<readonly RunRecord[]>;
  /** Returns those of these runs that wait for a worker, for an engine that has its own queue. */
  waiting(runIds: readonly string[]): Promise<readonly RunRecord[]>;
  /** Executes a segment, if this process may execute it. */
  resumeSegment(runId: string, epoch?: number): Promise<SegmentOutcome>;
  /** Closes approval requests that received no decision in time, and queues their runs. */
  expire(): Promise<readonly Segment[]>;
  /** Queues decided runs that no process resumed. */
  adopt(graceMs: number): Promise<readonly Segment[]>;
  /** Calls the listener soon after a change in the store. Returns a function that stops it. */
  watch(listener: () => void): () => void;
}

/** The options of a worker. */
export interface WorkerOptions<TResult = unknown> {
  /** The maximum number of concurrent runs. The default is 8. */
  readonly concurrency?: number | undefined;
  /**
   * The time until the store is read again when there was nothing to do. The default is one second. The embedded store also
   * reports changes within 100 milliseconds.
   */
  readonly pollMs?: number | undefined;
  /** Lower limits for single agents, by name. */
  readonly agents?: Readonly<Record<string, AgentLimit>> | undefined;
  /** The time after a decision until this worker resumes a run that no process resumed. The default is one minute. */
  readonly adoptAfterMs?: number | undefined;
  /** Calls the listener when a run may have been queued, before the next poll. Returns a function that stops it. */
  readonly wake?: ((listener: () => void) => () => void) | undefined;
  onOutcome?(runId: string, outcome: SegmentOutcome<TResult>): void;
  /** Called when the store cannot be read. The worker continues to poll. */
  readonly onError?: ((error: unknown) => void) | undefined;
  readonly clock?: (() => number) | undefined;
}

/** The current state of a worker. */
export interface WorkerStatus {
  readonly running: readonly string[];
  readonly isStopping: boolean;
}

/** A started worker. */
export interface WorkerHandle {
  readonly status: WorkerStatus;
  /** Stops claiming runs and waits for the active runs. */
  stop(): Promise<void>;
}

/** Starts a worker that uses the store as its queue. */
export async function startWorker(queue: WorkerQueue, options: WorkerOptions): Promise<WorkerHandle> {
  const worker = new Worker(queue, options);
  worker.start();
  return worker;
}

/** The names of the options. The compiler compares them with the interface. */
export const WORKER_OPTIONS: OptionNames<WorkerOptions> = {
  concurrency: true,
  pollMs: true,
  agents: true,
  adoptAfterMs: true,
  wake: true,
  onOutcome: true,
  onError: true,
  clock: true,
};

const CONCURRENCY = 8;
const POLL_MS = 1000;
const MAINTENANCE_MS = 15_000;
const ADOPT_AFTER_MS = 60_000;

/** Executes runs that wait for a worker and orphaned runs. Any number of workers may share one store. */
class Worker implements WorkerHandle {
  readonly #queue: WorkerQueue;
  readonly #options: WorkerOptions;
  readonly #limits: AgentLimits;
  readonly #running = new Map<string, Promise<void>>();
  readonly #clock: () => number;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #isStale = false;
  #isStopping = false;
  #nextMaintenanceAt = 0;
  #stopListening: readonly ((() => void) | undefined)[] = [];

  constructor(queue: WorkerQueue, options: WorkerOptions = {}) {
    this.#queue = queue;
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    this.#limits = new AgentLimits(options.agents ?? {}, this.#clock);
  }

  get status(): WorkerStatus {
    return { running: [...this.#running.keys()], isStopping: this.#isStopping };
  }

  start(): void {
    const poll = () => this.#poll();
    this.#stopListening = [this.#queue.watch(poll), this.#options.wake?.(poll)];
    this.#poll();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const stop of this.#stopListening) stop?.();
    clearTimeout(this.#timer);
    await this.#polling;
    await Promise.all(this.#running.values());
  }

  #poll(): void {
    if (this.#isStopping) return;
    if (this.#polling) {
      this.#isStale = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#isStale = false;
    this.#polling = this.#pollOnce();
  }

  async #pollOnce(): Promise<void> {
    try {
      await this.#fill();
    } catch (error) {
      this.#options.onError?.(error);
    }
    this.#polling = undefined;
    if (this.#isStale) this.#poll();
    else if (!this.#isStopping) this.#sleep();
  }

  #sleep(): void {
    this.#timer = setTimeout(() => this.#poll(), this.#options.pollMs ?? POLL_MS);
  }

  async #fill(): Promise<void> {
    await this.#maintain();
    const free = (this.#options.concurrency ?? CONCURRENCY) - this.#running.size;
    if (free <= 0) return;
    // Runs of this worker are also listed while its lease is new, so more runs are requested.
    for (const run of await this.#queue.next(free + this.#running.size + LOOKAHEAD)) {
      if (this.#isStopping || this.#running.size >= (this.#options.concurrency ?? CONCURRENCY)) return;
      if (this.#running.has(run.run_id) || !this.#limits.tryAcquire(run.agent_name)) continue;
      this.#running.set(run.run_id, this.#execute(run));
    }
  }

  async #execute({ run_id, agent_name, epoch }: RunRecord): Promise<void> {
    try {
      const outcome = await this.#queue.resumeSegment(run_id, epoch);
      this.#options.onOutcome?.(run_id, outcome);
    } catch (error) {
      this.#options.onError?.(error);
    } finally {
      this.#limits.releaseRun(agent_name);
      this.#running.delete(run_id);
      this.#poll();
    }
  }

  /** Closes approval requests that received no decision in time, and queues decided runs that no process resumed. */
  async #maintain(): Promise<void> {
    if (this.#clock() < this.#nextMaintenanceAt) return;
    this.#nextMaintenanceAt = this.#clock() + MAINTENANCE_MS;
    await this.#queue.expire();
    await this.#queue.adopt(this.#options.adoptAfterMs ?? ADOPT_AFTER_MS);
  }
}

const LOOKAHEAD = 32;
