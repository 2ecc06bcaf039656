import { type DecisionDetails, QUEUE_OWNER, type RunRecord, SekishoError } from '@sekisho/engine';
import { findResumableRuns, requireKnownOptions } from '@sekisho/engine/integration';
import { installHooks } from '../sdk/install-hooks.ts';
import { SDK_VERSION } from '../sdk/sdk-version.ts';
import type { AnyAgent, Runner } from '../sdk/upstream.ts';
import type { AgentRunnerParts } from './agent-runner-parts.ts';
import { isRunConflict } from './is-run-conflict.ts';
import { isNewerVersion } from './is-newer-version.ts';
import { newRun } from './new-run.ts';
import type { OrphanOutcome } from './run-resumer.ts';
import type { WithExtensions } from './run-input.ts';
import { checkInput, readRunOptions } from './run-request.ts';
import { WORKER_OPTIONS, type WorkerHandle, type WorkerOptions } from './worker.ts';

/** One segment of a run, from its start or resume to its end or next wait, with the id that engines use. */
export interface Segment {
  readonly segment_id: string;
  readonly run_id: string;
  readonly segment: number;
}

/** The outcome of a segment that a worker claimed. */
export type SegmentOutcome =
  | OrphanOutcome
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The run has ended, waits, is executed by another process, or was written by a newer version. */
  | { readonly kind: 'elsewhere' };

/** Queues segments of runs for the workers that execute them. */
export class SegmentQueue {
  readonly #parts: AgentRunnerParts;
  readonly #upstream: () => Runner;
  /** The cursor of the last search for decided runs. */
  #cursor: string | undefined;

  constructor(parts: AgentRunnerParts, upstream: () => Runner) {
    this.#parts = parts;
    this.#upstream = upstream;
  }

  /** Stores a new run and queues it for the workers, which must know the agent by its name. */
  async start(
    agent: string | AnyAgent,
    input: string | readonly object[],
    options: WithExtensions = {},
  ): Promise<Segment> {
    const { settings, policies, lifecycle } = this.#parts;
    checkInput(input);
    const { extensions } = readRunOptions(options);
    if (extensions.toolCalls?.length || extensions.resume) {
      throw new SekishoError(
        'AGENTS-E-INPUT-INVALID',
        'A run for the workers starts with its input only. Use run() for toolCalls and resume.',
      );
    }
    this.#requireDurable();
    const agentName = typeof agent === 'string' ? agent : agent.name;
    const run = await newRun(extensions, policies, settings, agentName);
    await lifecycle.open(
      run,
      agentName,
      {
        v: 1,
        kind: 'input',
        text: JSON.stringify(input),
        profile: run.profile.name,
        requireHumanApproval: run.requireHumanApproval,
        maxTurns: extensions.maxTurns ?? null,
        sessionData: extensions.sessionData,
        user: run.user,
      },
      QUEUE_OWNER,
    );
    return segmentOf(run.runId, run.segment);
  }

  /** Uses a token and queues the run for the workers of its application, whichever that is, in one transaction. */
  async resume(token: string): Promise<Segment> {
    this.#requireDurable();
    const { runId, segment } = await this.#parts.resumer.queueByToken(token);
    return segmentOf(runId, segment);
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
    const { segment } = await this.#parts.resumer.queueByDecision({ runId, approvalId, decision, details });
    return segmentOf(runId, segment);
  }

  /** Returns orphaned runs, then queued runs, each oldest first, of agents that this process knows. */
  async next(limit: number): Promise<readonly RunRecord[]> {
    const { agents, ownership } = this.#parts;
    const runs = await ownership.listAbandoned(limit, agents.names);
    return runs.filter((run) => this.#canClaim(run));
  }

  /** Returns those of these runs that wait for a worker, for an engine that has its own queue. */
  async waiting(runIds: readonly string[]): Promise<readonly RunRecord[]> {
    const runs = await Promise.all(runIds.map((runId) => this.#parts.settings.store.getRun(runId)));
    return runs
      .filter((run) => run !== undefined)
      .filter((run) => run.status === 'running' && run.owner === QUEUE_OWNER && this.#canClaim(run));
  }

  /**
   * Executes a segment, if this process may execute it. `epoch` is the epoch of the run when it was found without a worker; if
   * another worker has claimed it since then, nothing happens. Without an epoch, only a queued run is executed.
   */
  async resumeSegment(runId: string, epoch?: number): Promise<SegmentOutcome> {
    installHooks();
    const { settings, recovery, resumer } = this.#parts;
    const run = await settings.store.getRun(runId);
    if (run?.status !== 'running' || !this.#canClaim(run)) return { kind: 'elsewhere' };
    if (epoch === undefined ? run.owner !== QUEUE_OWNER : run.epoch !== epoch) return { kind: 'elsewhere' };
    try {
      return await resumer.resumeOrphaned(run, this.#upstream(), recovery);
    } catch (error) {
      return isRunConflict(error) ? { kind: 'elsewhere' } : { kind: 'failed', error };
    }
  }

  /** Closes approval requests that received no decision in time, and queues their runs, which then inform the model. */
  async expire(): Promise<readonly Segment[]> {
    const segments: Segment[] = [];
    for (const { token } of await this.#parts.approvals.expireOverdue()) {
      segments.push(...(await ignoreConflict(() => this.resume(token))));
    }
    return segments;
  }

  /**
   * Queues decided runs that no process resumed, for example because it died. Each call checks the next page of suspended
   * runs.
   */
  async adopt(graceMs: number): Promise<readonly Segment[]> {
    const { settings, approvals, ownership } = this.#parts;
    const { found, cursor } = await findResumableRuns(settings.store, {
      answeredBefore: settings.clock() - graceMs,
      cursor: this.#cursor,
      isOwn: (run) => ownership.mayExecute(run),
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
  async work(options: WorkerOptions = {}): Promise<WorkerHandle> {
    const place = 'runner.segments.work()';
    requireKnownOptions(options, WORKER_OPTIONS, { place, code: 'AGENTS-E-RUNNER-CONFIG' });
    this.#requireDurable();
    const stopServing = this.#parts.heartbeat.serve();
    try {
      const worker = await this.#parts.host.work(this, options);
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
    return this.#parts.settings.store.watch?.(listener) ?? (() => undefined);
  }

  #canClaim(run: RunRecord): boolean {
    const { agents, ownership } = this.#parts;
    return (
      ownership.mayExecute(run) &&
      agents.names.includes(run.agent_name) &&
      !isNewerVersion(run.sdk_version, SDK_VERSION)
    );
  }

  #requireDurable(): void {
    if (this.#parts.settings.store.durable) return;
    throw new SekishoError(
      'AGENTS-E-RUNNER-CONFIG',
      'Workers require a durable store. The memory store is lost when the process ends.',
    );
  }
}

/** Ignores a conflict: another process may have resumed the run in the meantime, which has the same result. */
async function ignoreConflict(resume: () => Promise<Segment>): Promise<Segment[]> {
  try {
    return [await resume()];
  } catch (error) {
    if (error instanceof SekishoError) return [];
    throw error;
  }
}

const segmentOf = (run_id: string, segment: number): Segment => ({
  segment_id: `seg:${run_id}:${segment}`,
  run_id,
  segment,
});
