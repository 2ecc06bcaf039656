import type { CallDecision, DecisionDetails } from '../approval/decisions/decision.ts';
import type { ApprovalController } from '../approval/approval-controller.ts';
import { requireKnownOptions } from '../errors/require-known-options.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { findResumableRuns } from '../store/find-resumable-runs.ts';
import { QUEUE_OWNER, type RunRecord } from '../store/run-record.ts';
import type { StateStore } from '../store/state-store.ts';
import type { OrphanOutcome, Segment, SegmentOutcome } from './segment.ts';
import type { SegmentHost } from './segment-host.ts';
import { WORKER_OPTIONS, type WorkerHandle, type WorkerOptions, type WorkerQueue } from './worker.ts';

type Queued = { readonly runId: string; readonly segment: number };

/** The runs behind a queue. The engine and its integration implement it. */
interface QueuedRuns<TStart extends readonly unknown[], TResult> {
  readonly store: StateStore;
  readonly approvals: ApprovalController;
  readonly clock: () => number;
  readonly host: SegmentHost;
  /** The version of the states that this process can read. */
  readonly stateVersion: string;
  /** The names of the agents whose runs this process can execute. */
  readonly agentNames: () => readonly string[];
  readonly mayExecute: (run: RunRecord) => boolean;
  readonly listAbandoned: (limit: number, agents: readonly string[]) => Promise<readonly RunRecord[]>;
  /** Stores a new run with the owner `queue`. */
  readonly open: (...args: TStart) => Promise<Queued>;
  readonly queueByToken: (token: string) => Promise<Queued>;
  readonly queueByDecision: (decision: CallDecision) => Promise<Queued>;
  /** Claims an orphaned or queued run and executes it. */
  readonly resume: (run: RunRecord) => Promise<OrphanOutcome<TResult>>;
  /** Renews the lease of this process while it waits for runs. Returns the function that ends this. */
  readonly serve: () => () => Promise<void>;
}

/** Queues segments of runs for the workers that execute them. */
export class SegmentQueue<
  TStart extends readonly unknown[] = readonly never[],
  TResult = unknown,
> implements WorkerQueue {
  readonly #runs: QueuedRuns<TStart, TResult>;
  #cursor: string | undefined;

  constructor(runs: QueuedRuns<TStart, TResult>) {
    this.#runs = runs;
  }

  /** Stores a new run and queues it for the workers, which must know the agent by its name. */
  async start(...args: TStart): Promise<Segment> {
    this.#requireDurable();
    return segmentOf(await this.#runs.open(...args));
  }

  /** Uses a token and queues the run for the workers of its application, whichever that is, in one transaction. */
  async resume(token: string): Promise<Segment> {
    this.#requireDurable();
    return segmentOf(await this.#runs.queueByToken(token));
  }

  /**
   * Stores a decision about a call and queues the run for the workers of its application, whichever that is, in one
   * transaction.
   */
  async decide(
    runId: string,
    approvalId: string,
    decision: 'approve' | 'deny',
    details: DecisionDetails = {},
  ): Promise<Segment> {
    this.#requireDurable();
    return segmentOf(await this.#runs.queueByDecision({ runId, approvalId, decision, details }));
  }

  /** Returns orphaned runs, then queued runs, each oldest first, of agents that this process knows. */
  async next(limit: number): Promise<readonly RunRecord[]> {
    const runs = await this.#runs.listAbandoned(limit, this.#runs.agentNames());
    return runs.filter((run) => this.#canClaim(run));
  }

  /** Returns those of these runs that wait for a worker, for an engine that has its own queue. */
  async waiting(runIds: readonly string[]): Promise<readonly RunRecord[]> {
    const runs = await Promise.all(runIds.map((runId) => this.#runs.store.getRun(runId)));
    return runs
      .filter((run) => run !== undefined)
      .filter((run) => run.status === 'running' && run.owner === QUEUE_OWNER && this.#canClaim(run));
  }

  /**
   * Executes a segment, if this process may execute it. `epoch` is the epoch of the run when it was found without a worker; if
   * another worker has claimed it since then, nothing happens. Without an epoch, only a queued run is executed.
   */
  async resumeSegment(runId: string, epoch?: number): Promise<SegmentOutcome<TResult>> {
    const run = await this.#runs.store.getRun(runId);
    if (run?.status !== 'running' || !this.#canClaim(run)) return { kind: 'elsewhere' };
    if (epoch === undefined ? run.owner !== QUEUE_OWNER : run.epoch !== epoch) return { kind: 'elsewhere' };
    try {
      return await this.#runs.resume(run);
    } catch (error) {
      return isRunConflict(error) ? { kind: 'elsewhere' } : { kind: 'failed', error };
    }
  }

  /** Closes approval requests that received no decision in time, and queues their runs, which then inform the model. */
  async expire(): Promise<readonly Segment[]> {
    const segments: Segment[] = [];
    for (const { token } of await this.#runs.approvals.expireOverdue()) {
      segments.push(...(await ignoreConflict(() => this.resume(token))));
    }
    return segments;
  }

  /**
   * Queues decided runs that no process resumed, for example because it died. Each call checks the next page of suspended
   * runs.
   */
  async adopt(graceMs: number): Promise<readonly Segment[]> {
    const { store, clock, approvals, mayExecute } = this.#runs;
    const { found, cursor } = await findResumableRuns(store, {
      answeredBefore: clock() - graceMs,
      cursor: this.#cursor,
      isOwn: mayExecute,
    });
    this.#cursor = cursor;
    const segments: Segment[] = [];
    for (const { approval_id: id } of found) {
      segments.push(
        ...(await ignoreConflict(async () =>
          this.resume((await approvals.reissueToken(id, { id: 'worker' })).token),
        )),
      );
    }
    return segments;
  }

  /** Executes segments in this process until the handle is stopped. */
  async work(options: WorkerOptions<TResult> = {}): Promise<WorkerHandle> {
    const place = 'runner.segments.work()';
    requireKnownOptions(options, WORKER_OPTIONS, { place, code: 'AGENTS-E-RUNNER-CONFIG' });
    this.#requireDurable();
    const stopServing = this.#runs.serve();
    try {
      const worker = await this.#runs.host.work(this, options);
      return {
        get status() {
          return worker.status;
        },
        stop: async () => {
          await worker.stop();
          await stopServing();
        },
      };
    } catch (error) {
      await stopServing();
      throw error;
    }
  }

  /** Calls the listener soon after a change in the store, if the store reports changes. Returns a function that stops it. */
  watch(listener: () => void): () => void {
    return this.#runs.store.watch?.(listener) ?? (() => undefined);
  }

  #canClaim(run: RunRecord): boolean {
    const { mayExecute, agentNames, stateVersion } = this.#runs;
    return (
      mayExecute(run) &&
      agentNames().includes(run.agent_name) &&
      !isNewerVersion(run.sdk_version, stateVersion)
    );
  }

  #requireDurable(): void {
    if (this.#runs.store.durable) return;
    throw new SekishoError(
      'AGENTS-E-RUNNER-CONFIG',
      'Workers require a durable store, because the memory store is lost when the process ends. Use store: { directory } or PostgreSQL.',
    );
  }
}

/** Returns whether another process claimed the run, before or while this process executed it. */
export const isRunConflict = (error: unknown): boolean =>
  error instanceof SekishoError &&
  (error.code === 'AGENTS-E-RESUME-TOKEN' || error.code === 'AGENTS-E-RUN-CONFLICT');

/** Ignores a conflict: another process may have resumed the run in the meantime, which has the same result. */
async function ignoreConflict(resume: () => Promise<Segment>): Promise<Segment[]> {
  try {
    return [await resume()];
  } catch (error) {
    if (error instanceof SekishoError) return [];
    throw error;
  }
}

const segmentOf = ({ runId: run_id, segment }: Queued): Segment => ({
  segment_id: `seg:${run_id}:${segment}`,
  run_id,
  segment,
});

/** Returns whether a newer version than ours wrote a state, so that we could misread it. */
function isNewerVersion(written: string, ours: string): boolean {
  const theirs = numbersOf(written);
  const own = numbersOf(ours);
  const length = Math.max(theirs.length, own.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (theirs[index] ?? 0) - (own[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

// A version that does not consist of numbers is not ours, so it counts as newer than any version.
const numbersOf = (version: string) =>
  version.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : Number.POSITIVE_INFINITY));
