import { type HumanApprovalRequest, QUEUE_OWNER, type RunRecord, SekishoError } from '@sekisho/engine';
import { findAnswer, isRunConflict, StoreChanges, type SegmentQueue } from '@sekisho/engine/integration';
import type { Runner } from '../openai-agents/upstream.ts';
import type { AgentRunnerParts } from './agent-runner-parts.ts';
import type { PlainResult } from './run-driver.ts';

/** The options of `resumeWhenDecided`. */
export interface WaitOptions {
  /** Stops waiting. The run is unchanged. */
  readonly signal?: AbortSignal | undefined;
}

/** What waiting for a run needs. */
interface Surroundings {
  readonly parts: AgentRunnerParts;
  readonly segments: Pick<SegmentQueue, 'expire'>;
  readonly upstream: Runner;
}

/**
 * Waits until all approval requests of the run are decided, by any process, and resumes it here. Meanwhile the lease of
 * this process shows that its application resumes decided runs.
 */
export async function resumeWhenDecided(
  surroundings: Surroundings,
  runId: string,
  { signal }: WaitOptions,
): Promise<PlainResult> {
  const { context, heartbeat } = surroundings.parts.engine;
  const stopServing = heartbeat.serve();
  const changes = new StoreChanges(context.store);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const change = changes.next(signal);
      const result = await resumeIfDecided(surroundings, runId);
      if (result !== undefined) return result;
      await change;
    }
  } finally {
    changes.close();
    await stopServing();
  }
}

async function resumeIfDecided(
  { parts, segments, upstream }: Surroundings,
  runId: string,
): Promise<PlainResult | undefined> {
  const { engine, agents, resumer } = parts;
  const { ownership, context } = engine;
  const { store, approvals } = context;
  const found = await store.getRun(runId);
  if (found === undefined)
    throw new SekishoError('AGENTS-E-RUN-NOT-FOUND', `There is no run "${runId}" in this store.`);
  requireOpen(found);
  const run = await ownership.require(found);
  agents.get(run.agent_name);
  await context.stops.ready();
  if (context.stops.find(run.agent_name)) return undefined;
  try {
    if (run.status === 'running') {
      // Another process executes it, unless it waits in the queue for a process of this application.
      if (run.owner !== QUEUE_OWNER) return undefined;
      const outcome = await resumer.resumeOrphaned(run, upstream);
      return outcome.kind === 'asked' ? undefined : outcome.result;
    }
    const { rows } = await store.listApprovals({ run_id: runId, limit: 500 });
    const now = context.clock();
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

/** Another process may have queued or resumed the run since it was read. The next check detects that. */
function ignoreAlreadyResumed(error: unknown): undefined {
  if (error instanceof SekishoError && error.code === 'AGENTS-E-APPROVAL-INVALID') return undefined;
  throw error;
}

function requireOpen({ run_id: id, status, application }: RunRecord): void {
  if (status === 'running' || status === 'suspended') return;
  throw new SekishoError(
    'AGENTS-E-RUN-CONFLICT',
    `Run ${id} is ${status}: another process of application "${application}" resumed it. ` +
      `getExecutionLogs({ runId: '${id}' }) returns its records.`,
  );
}

const isOverdue = ({ status, expires_at: until }: HumanApprovalRequest, now: number) =>
  status === 'pending' && Date.parse(until) <= now;
