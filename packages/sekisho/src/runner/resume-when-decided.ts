import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import { QUEUE_OWNER, type RunRecord } from '../contracts/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { Runner } from '../sdk/upstream.ts';
import { findAnswer } from '../store/find-resumable-runs.ts';
import type { StateStore } from '../store/state-store.ts';
import type { AgentRunnerParts } from './agent-runner-parts.ts';
import { isRunConflict } from './is-run-conflict.ts';
import type { PlainResult } from './run-driver.ts';
import type { SegmentQueue } from './segment-queue.ts';

const POLL_MS = 500;

/** How to wait for the decision about a run. */
export interface WaitOptions {
  /** Stops waiting; the run stays as it is. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits until everything that the run asked is decided, by any process, and continues it here. The lease of this process
 * shows meanwhile that its application continues decided runs.
 */
export async function resumeWhenDecided(
  { parts, segments, upstream }: { parts: AgentRunnerParts; segments: SegmentQueue; upstream: Runner },
  runId: string,
  { signal }: WaitOptions,
): Promise<PlainResult> {
  const { store } = parts.settings;
  const stopServing = parts.heartbeat.serve();
  const changes = new Changes(store);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const change = changes.next(signal);
      const result = await resumeIfDecided({ parts, segments, upstream }, runId);
      if (result !== undefined) return result;
      await change;
    }
  } finally {
    changes.close();
    await stopServing();
  }
}

async function resumeIfDecided(
  { parts, segments, upstream }: { parts: AgentRunnerParts; segments: SegmentQueue; upstream: Runner },
  runId: string,
): Promise<PlainResult | undefined> {
  const { settings, ownership, agents, approvals, resumer, recovery } = parts;
  const found = await settings.store.getRun(runId);
  if (found === undefined)
    throw new SekishoError('AGENTS-E-RUN-NOT-FOUND', `There is no run "${runId}" in this store.`);
  requireOpen(found);
  const run = await ownership.require(found);
  agents.get(run.agent_name);
  try {
    if (run.status === 'running') {
      // Another process executes it, unless it waits in the queue for one of this application.
      if (run.owner !== QUEUE_OWNER) return undefined;
      const outcome = await resumer.resumeOrphaned(run, upstream, recovery);
      return outcome.kind === 'asked' ? undefined : outcome.result;
    }
    const { rows } = await settings.store.listApprovals({ run_id: runId, limit: 500 });
    const now = settings.clock();
    if (rows.some((each) => isOverdue(each, now))) await segments.expire();
    const decided = findAnswer(rows, now);
    if (decided === undefined) return undefined;
    const issued = await approvals
      .reissueToken(decided.approval_id, { id: 'waiting-process' })
      .catch(ignoreAlreadyResumed);
    if (issued === undefined) return undefined;
    const { token } = issued;
    return await resumer.resumeByToken(upstream, runId, { token }, { extensions: {}, upstream: {} });
  } catch (error) {
    if (isRunConflict(error)) return undefined;
    throw error;
  }
}

/** Another process may have queued or continued the run since it was read; the next look shows that. */
function ignoreAlreadyResumed(error: unknown): undefined {
  if (error instanceof SekishoError && error.code === 'AGENTS-E-APPROVAL-INVALID') return undefined;
  throw error;
}

function requireOpen({ run_id: id, status, application }: RunRecord): void {
  if (status === 'running' || status === 'suspended') return;
  throw new SekishoError(
    'AGENTS-E-RUN-CONFLICT',
    `Run ${id} is ${status}: another process of application "${application}" continued it. ` +
      `getExecutionLogs({ runId: '${id}' }) has its records.`,
  );
}

const isOverdue = ({ status, expires_at: until }: HumanApprovalRequest, now: number) =>
  status === 'pending' && Date.parse(until) <= now;

/** Changes of the store, as far as it reports them, and a poll for those that it does not. */
class Changes {
  readonly #stop: (() => void) | undefined;
  #notify = (): void => undefined;

  constructor(store: StateStore) {
    this.#stop = store.watch?.(() => this.#notify());
  }

  /** Resolves at the next change from now on, after the poll interval or when the signal is aborted. */
  next(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#notify(), POLL_MS);
      this.#notify = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', this.#notify);
        resolve();
      };
      signal?.addEventListener('abort', this.#notify);
    });
  }

  close(): void {
    this.#stop?.();
    this.#notify();
  }
}
