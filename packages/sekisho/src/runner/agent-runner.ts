import type {
  ApprovalController,
  ApprovalReading,
  Approver,
  Checkpoint,
  DecisionDetails,
  ExecutionLog,
  ExecutionLogQuery,
  HumanApprovalRequest,
  LogReader,
  OutcomeDecision,
  ResumeToken,
  ContextReading,
  RunDescription,
  RunVerification,
  StandingPermissions,
  StopSwitch,
} from '@sekisho/engine';
import { closeEngineParts, extensionMs, logUnreadable, verifyRun } from '@sekisho/engine/integration';
import type { AcceptedRestore, RestoreAcceptance, StoreVerification } from '@sekisho/engine/integration';
import { installPatches } from '../openai-agents/patches.ts';
import type { AnyAgent, NonStreamRunOptions, Runner, StreamRunOptions } from '../openai-agents/upstream.ts';
import { internalsOf, type AgentRunnerParts, type RunnerInternals } from './agent-runner-parts.ts';
import { createAgentQueue, type AgentSegmentQueue } from './agent-queue.ts';
import type { GatedRunResult, GatedStreamedRunResult, ResumedRunResult, RunId } from './gated-run-result.ts';
import { recoverRuns, type RecoveredRuns } from './recover-runs.ts';
import { resumeWhenDecided, type WaitOptions } from './resume-when-decided.ts';
import type { PlainResult } from './run-driver.ts';
import { streamRunEvents, type RunEvent } from './run-events.ts';
import {
  readRunOptions,
  requireDecision,
  type ResumeRunOptions,
  type RunInput,
  type WithExtensions,
} from './run-request.ts';
import { startRun } from './start-run.ts';

/** A decision with its details. There is no default decision. */
type Decision = { readonly decision: 'approve' | 'deny' } & DecisionDetails;

/** Runs agents and passes every tool call through the gate. */
export class AgentRunner {
  /** The queue of segments that workers execute, in this process or in others. */
  readonly segments: AgentSegmentQueue;
  /** The approval requests of this runner, for programs that create requests themselves. */
  readonly approvals: ApprovalController;
  /** Stops calls of this and all other processes that use the store. */
  readonly stops: StopSwitch;
  /** The standing permissions: proposals, confirmation and revocation. */
  readonly permissions: StandingPermissions;
  readonly #parts: AgentRunnerParts;
  #upstream: Runner | undefined;

  constructor(parts: AgentRunnerParts) {
    this.#parts = parts;
    this.approvals = parts.engine.context.approvals;
    this.stops = parts.engine.context.stops;
    this.permissions = parts.engine.context.permissions;
    this.segments = createAgentQueue(parts, () => this.#defaultUpstream());
  }

  /** Runs an agent as upstream's `run` does, with the gate for every tool call. */
  run<TAgent extends AnyAgent, TContext = undefined>(
    agent: TAgent,
    input: RunInput<TContext, TAgent>,
    options?: NonStreamRunOptions<TContext, TAgent> & WithExtensions,
  ): Promise<GatedRunResult<TContext, TAgent>>;
  run<TAgent extends AnyAgent, TContext = undefined>(
    agent: TAgent,
    input: RunInput<TContext, TAgent>,
    options?: StreamRunOptions<TContext, TAgent> & WithExtensions,
  ): Promise<GatedStreamedRunResult<TContext, TAgent>>;
  run(agent: AnyAgent, input: string | object, options?: object): Promise<unknown> {
    return this.runOn(this.#defaultUpstream(), agent, input, options);
  }

  /** Runs an agent on a Runner of upstream that the host configured. */
  async runOn(
    upstream: Runner,
    agent: AnyAgent,
    input: string | object,
    options?: object,
  ): Promise<PlainResult> {
    return this.#withStopNotice(await startRun(this.#parts, upstream, agent, { input, options }));
  }

  /** Runs an agent and yields its events. Throws AGENTS-E-STREAM when the stream breaks. */
  async *runStream<TAgent extends AnyAgent, TContext = undefined>(
    agent: TAgent,
    input: RunInput<TContext, TAgent>,
    options?: Omit<NonStreamRunOptions<TContext, TAgent>, 'stream'> & WithExtensions,
  ): AsyncGenerator<RunEvent> {
    const upstream = this.#defaultUpstream();
    yield* streamRunEvents(() => this.runOn(upstream, agent, input, { ...options, stream: true }));
  }

  /** Sets the policy profile of all runs. A run may use a stricter profile, never a weaker one. */
  setPolicyProfile(profile: { readonly name: string }): void {
    this.#parts.engine.policies.setProfile(profile.name);
  }

  /** Returns the pending approval requests. For one run, throws AGENTS-E-APPROVAL-NOT-FOUND when it has none. */
  getPendingApprovals(runId?: string): Promise<HumanApprovalRequest[]> {
    this.#parts.stopNotice?.clear();
    return this.#parts.engine.context.approvals.listPending(runId);
  }

  /**
   * Returns the complete values of an approval request, with warnings, for the approver. The audit log records the read
   * access before the values are returned. `display_digest` is required to approve a request whose prompt is incomplete.
   */
  readApproval(approvalId: string, { by }: { readonly by: Approver }): Promise<ApprovalReading> {
    return this.#parts.engine.context.approvals.read(approvalId, by);
  }

  /**
   * Returns the conversation of a run, the inputs and outputs of its calls, and where their values came from, for an
   * approver. The audit log records the read access before the texts are returned.
   */
  readContext(
    runId: string,
    options: { readonly by: Approver; readonly approvalId?: string | undefined },
  ): Promise<ContextReading> {
    return this.#parts.engine.contexts.read(runId, options);
  }

  /** Returns who requested these runs, and their tasks. */
  describeRuns(runIds: readonly string[]): Promise<ReadonlyMap<string, RunDescription>> {
    return this.#parts.engine.contexts.describe(runIds);
  }

  /** Removes the texts and results of runs that ended before the time of `contextRetention`. Also done in the background. */
  removeOldContext(): Promise<void> {
    return this.#parts.engine.removal.run();
  }

  /** Stores an approver's decision about one call. The returned token resumes the run once. */
  submitApproval(
    approvalId: string,
    decision: 'approve' | 'deny',
    details: DecisionDetails = {},
  ): Promise<ResumeToken> {
    return this.#parts.engine.context.approvals.submitDecision(approvalId, decision, details);
  }

  /** Stores a person's statement about a call with an unknown outcome. `result` is passed to the model for "done". */
  resolveOutcome(
    approvalId: string,
    decision: OutcomeDecision,
    details: DecisionDetails & { readonly result?: unknown } = {},
  ): Promise<ResumeToken> {
    return this.#parts.engine.recovery.resolve(approvalId, decision, details);
  }

  /** Issues a new token for a decision whose token was lost or has expired. Only one of the two tokens can be used. */
  reissueToken(approvalId: string, by?: Approver): Promise<ResumeToken> {
    return this.#parts.engine.context.approvals.reissueToken(approvalId, by);
  }

  /** Extends the time for a decision, counted from now. The default is the time of a new approval request. */
  async extendApproval(
    approvalId: string,
    { ttlSec, by }: { readonly ttlSec?: number; readonly by?: Approver } = {},
  ): Promise<HumanApprovalRequest> {
    const ttlMs = ttlSec === undefined ? this.#parts.engine.context.approvalTtlMs : extensionMs(ttlSec);
    return this.#parts.engine.context.approvals.extend(approvalId, ttlMs, by);
  }

  /** Closes approval requests that received no decision in time. Each token resumes a run, which then informs the model. */
  expireApprovals(): Promise<ResumeToken[]> {
    return this.#parts.engine.context.approvals.expireOverdue();
  }

  /** Resumes a suspended run, of this or another process, exactly once. */
  resumeRun<TAgent extends AnyAgent = AnyAgent, TContext = unknown>(
    runId: RunId<TContext, TAgent>,
    token: string,
    options?: ResumeRunOptions,
  ): Promise<ResumedRunResult<TContext, TAgent>>;
  async resumeRun(runId: string, token: string, options: ResumeRunOptions = {}): Promise<unknown> {
    return this.#resumeByToken(runId, token, options);
  }

  /** Resumes a suspended run exactly once and yields its events as `runStream` does. */
  async *resumeStream(
    runId: string,
    token: string,
    options: ResumeRunOptions = {},
  ): AsyncGenerator<RunEvent> {
    yield* streamRunEvents(() => this.#resumeByToken(runId, token, { ...options, stream: true }));
  }

  /** Stores a decision and resumes the run in one transaction. There is no default decision. */
  approveAndResume<TAgent extends AnyAgent = AnyAgent, TContext = unknown>(
    runId: RunId<TContext, TAgent>,
    approvalId: string,
    options: Decision & ResumeRunOptions,
  ): Promise<ResumedRunResult<TContext, TAgent>>;
  async approveAndResume(
    runId: string,
    approvalId: string,
    options: Decision & ResumeRunOptions,
  ): Promise<unknown> {
    installPatches();
    const { decision, comment, by, displayed, editedArgs, valuesOnce, grant, ...rest } =
      requireDecision(options);
    const details = { comment, by, displayed, editedArgs, valuesOnce, grant };
    return this.#withStopNotice(
      await this.#parts.resumer.resumeByDecision(
        this.#defaultUpstream(),
        { runId, approvalId, decision, details },
        readRunOptions(rest),
      ),
    );
  }

  /**
   * Waits until all approval requests of the run are decided, by this or another process, for example in the console, and
   * then resumes it here. A run that was decided before the call resumes immediately.
   */
  resumeWhenDecided<TAgent extends AnyAgent = AnyAgent, TContext = unknown>(
    runId: RunId<TContext, TAgent>,
    options?: WaitOptions,
  ): Promise<ResumedRunResult<TContext, TAgent>>;
  async resumeWhenDecided(runId: string, options: WaitOptions = {}): Promise<unknown> {
    installPatches();
    const upstream = this.#defaultUpstream();
    const context = { parts: this.#parts, segments: this.segments, upstream };
    return this.#withStopNotice(await resumeWhenDecided(context, runId, options));
  }

  /** Resumes orphaned runs. Runs with calls of unknown outcome are suspended for a person (`asked`). */
  async recoverRuns(options: { readonly limit?: number } = {}): Promise<RecoveredRuns> {
    installPatches();
    return recoverRuns(this.#parts, this.#defaultUpstream(), options.limit ?? 100);
  }

  /** Returns records of the audit log, oldest first. Throws AGENTS-E-LOG-STORE when the log cannot be read. */
  getExecutionLogs(query: ExecutionLogQuery = {}): Promise<readonly ExecutionLog[]> {
    return this.#parts.engine.context.store.queryLogs(query).catch(logUnreadable);
  }

  /** Verifies the records, the permission of every execution and the rows of the store; for an archive only the records. */
  verifyExecutionLog(
    anchor?: Checkpoint,
    log?: LogReader,
    onProgress?: (seq: number) => void,
  ): Promise<StoreVerification> {
    return this.#parts.engine.audit.verify(anchor, log, onProgress);
  }

  /** Verifies the decisions and executions of one run: its rows, and that its records belong to this log. */
  verifyRun(runId: string): Promise<RunVerification> {
    return verifyRun(this.#parts.engine.context.authority, runId);
  }

  /** Allows this machine to write again after the store was restored from a backup. Records who accepted it and why. */
  acceptRestore(acceptance: RestoreAcceptance): Promise<AcceptedRestore> {
    return this.#parts.engine.audit.acceptRestore(acceptance);
  }

  /** Signs the end of the audit log. Store the result outside of the store: it reveals a log that was truncated later. */
  createCheckpoint(): Promise<Checkpoint | undefined> {
    return this.#parts.engine.context.ledger.checkpoint();
  }

  /** Returns the parts that the diagnostics read. */
  inspect(): RunnerInternals {
    return internalsOf(this.#parts);
  }

  /** Waits for active runs and calls, ten seconds by default, and closes the store. */
  async close(options: { readonly timeoutMs?: number | undefined } = {}): Promise<void> {
    await closeEngineParts(this.#parts.engine, options);
  }

  async #resumeByToken(runId: string, token: string, options: object): Promise<PlainResult> {
    installPatches();
    const request = readRunOptions(options);
    const resume = { ...request.extensions.resume, token };
    const upstream = this.#defaultUpstream();
    return this.#withStopNotice(await this.#parts.resumer.resumeByToken(upstream, runId, resume, request));
  }

  #withStopNotice(result: PlainResult): PlainResult {
    this.#parts.stopNotice?.watch(result);
    return result;
  }

  #defaultUpstream(): Runner {
    return (this.#upstream ??= this.#parts.createUpstreamRunner());
  }
}
