import type { DecisionDetails } from '../approval/answer.ts';
import type { ApprovalController, OutcomeDecision } from '../approval/approval-controller.ts';
import { extensionMs } from '../approval/extension.ts';
import type { Checkpoint, LogReader } from '../audit/verify-execution-log.ts';
import type { ApprovalReading } from '../contracts/approval-reading.ts';
import type { ExecutionLog, ExecutionLogQuery } from '../contracts/execution-log.ts';
import type { Approver, HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { ResumeToken } from '../contracts/resume-token.ts';
import type { RunEvent } from '../contracts/run-event.ts';
import { installHooks } from '../sdk/install-hooks.ts';
import type { AnyAgent, NonStreamRunOptions, Runner, StreamRunOptions } from '../sdk/upstream.ts';
import { internalsOf, type AgentRunnerParts, type RunnerInternals } from './agent-runner-parts.ts';
import type { AcceptedRestore, RestoreAcceptance } from './audit-service.ts';
import type { GatedRunResult, GatedStreamedRunResult, ResumedRunResult, RunId } from './gated-run-result.ts';
import type { PlainResult } from './run-driver.ts';
import { resumeWhenDecided, type WaitOptions } from './resume-when-decided.ts';
import { recoverRuns, type RecoveredRuns } from './recover-runs.ts';
import type { ResumeRunOptions, RunInput, WithExtensions } from './run-input.ts';
import { readRunOptions, requireDecision } from './run-request.ts';
import { SegmentQueue } from './segment-queue.ts';
import { startRun } from './start-run.ts';
import { streamRunEvents } from './stream-run-events.ts';
import { logUnreadable } from '../store/log-unavailable-error.ts';
import type { StoreVerification } from './verify-store.ts';

/** What a person decided, and about what. There is no default. */
type Decision = { readonly decision: 'approve' | 'deny' } & DecisionDetails;

/** Runs agents so that every tool call passes the checkpoint. */
export class AgentRunner {
  /** The stretches of runs that workers carry out, in this process or in others. */
  readonly segments: SegmentQueue;
  /** The requests to people of this runner, for programs that ask something themselves. */
  readonly approvals: ApprovalController;
  readonly #parts: AgentRunnerParts;
  #upstream: Runner | undefined;

  constructor(parts: AgentRunnerParts) {
    this.#parts = parts;
    this.approvals = parts.approvals;
    this.segments = new SegmentQueue(parts, () => this.#defaultUpstream());
  }

  /** Runs an agent as upstream's `run` does, through the checkpoint. */
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

  /** The same on a runner of upstream's that the host configured. */
  async runOn(
    upstream: Runner,
    agent: AnyAgent,
    input: string | object,
    options?: object,
  ): Promise<PlainResult> {
    return this.#withStopNotice(await startRun(this.#parts, upstream, agent, { input, options }));
  }

  /** Runs an agent and tells what happens as it happens. A stream that breaks is AGENTS-E-STREAM. */
  async *runStream<TAgent extends AnyAgent, TContext = undefined>(
    agent: TAgent,
    input: RunInput<TContext, TAgent>,
    options?: Omit<NonStreamRunOptions<TContext, TAgent>, 'stream'> & WithExtensions,
  ): AsyncGenerator<RunEvent> {
    const upstream = this.#defaultUpstream();
    yield* streamRunEvents(() => this.runOn(upstream, agent, input, { ...options, stream: true }));
  }

  /** The profile that all runs are judged by; a run may be stricter, never looser. */
  setPolicyProfile(profile: { readonly name: string }): void {
    this.#parts.policies.setProfile(profile.name);
  }

  /** Everything that waits for a person. For one run, AGENTS-E-APPROVAL-NOT-FOUND when nothing waits in it. */
  getPendingApprovals(runId?: string): Promise<HumanApprovalRequest[]> {
    this.#parts.stopNotice?.clear();
    return this.#parts.approvals.listPending(runId);
  }

  /**
   * The complete values of a request, with warnings, for the person who decides. The reading is recorded in the audit log
   * before anything is returned. Its `display_digest` is needed to approve a request whose prompt is not complete.
   */
  readApproval(approvalId: string, { by }: { readonly by: Approver }): Promise<ApprovalReading> {
    return this.#parts.approvals.read(approvalId, by);
  }

  /** A person's yes or no to one call. The token continues the run once. */
  submitApproval(
    approvalId: string,
    decision: 'approve' | 'deny',
    details: DecisionDetails = {},
  ): Promise<ResumeToken> {
    return this.#parts.approvals.submitDecision(approvalId, decision, details);
  }

  /** A person's word on a call whose outcome a crash hid. `result` is what the model is told when it is "done". */
  resolveOutcome(
    approvalId: string,
    decision: OutcomeDecision,
    details: DecisionDetails & { readonly result?: unknown } = {},
  ): Promise<ResumeToken> {
    return this.#parts.recovery.resolve(approvalId, decision, details, this.#parts.approvals);
  }

  /** A new token for a decision whose token was lost or has expired; the old one may be used no further than it. */
  reissueToken(approvalId: string, by?: Approver): Promise<ResumeToken> {
    return this.#parts.approvals.reissueToken(approvalId, by);
  }

  /** Gives people more time to answer, counted from now; without a time, as much as a new question gets. */
  async extendApproval(
    approvalId: string,
    { ttlSec, by }: { readonly ttlSec?: number; readonly by?: Approver } = {},
  ): Promise<HumanApprovalRequest> {
    const ttlMs = ttlSec === undefined ? this.#parts.settings.approvalTtlMs : extensionMs(ttlSec);
    return this.#parts.approvals.extend(approvalId, ttlMs, by);
  }

  /** Closes the questions that nobody answered in time; each token lets its run tell the model so. */
  expireApprovals(): Promise<ResumeToken[]> {
    return this.#parts.approvals.expireOverdue();
  }

  /** Continues a run that waited, in this process or another, exactly once. */
  resumeRun<TAgent extends AnyAgent = AnyAgent, TContext = unknown>(
    runId: RunId<TContext, TAgent>,
    token: string,
    options?: ResumeRunOptions,
  ): Promise<ResumedRunResult<TContext, TAgent>>;
  async resumeRun(runId: string, token: string, options: ResumeRunOptions = {}): Promise<unknown> {
    return this.#resumeByToken(runId, token, options);
  }

  /** Continues a run that waited, exactly once, and tells what happens as `runStream` does. */
  async *resumeStream(
    runId: string,
    token: string,
    options: ResumeRunOptions = {},
  ): AsyncGenerator<RunEvent> {
    yield* streamRunEvents(() => this.#resumeByToken(runId, token, { ...options, stream: true }));
  }

  /** Decides and continues in one step: both or neither. The decision must be said; there is no default. */
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
    installHooks();
    const { decision, comment, by, displayed, editedArgs, grant, ...rest } = requireDecision(options);
    const details = { comment, by, displayed, editedArgs, grant };
    return this.#withStopNotice(
      await this.#parts.resumer.resumeByDecision(
        this.#defaultUpstream(),
        { runId, approvalId, decision, details },
        readRunOptions(rest),
      ),
    );
  }

  /**
   * Waits until everything that the run asked is decided, by this or another process, for example in the console, and then
   * continues it here. A run that was decided while no process waited continues at once.
   */
  resumeWhenDecided<TAgent extends AnyAgent = AnyAgent, TContext = unknown>(
    runId: RunId<TContext, TAgent>,
    options?: WaitOptions,
  ): Promise<ResumedRunResult<TContext, TAgent>>;
  async resumeWhenDecided(runId: string, options: WaitOptions = {}): Promise<unknown> {
    installHooks();
    const upstream = this.#defaultUpstream();
    const context = { parts: this.#parts, segments: this.segments, upstream };
    return this.#withStopNotice(await resumeWhenDecided(context, runId, options));
  }

  /** Takes up runs whose process died. Those that may have left an effect wait for a person (`asked`); the others go on. */
  async recoverRuns(options: { readonly limit?: number } = {}): Promise<RecoveredRuns> {
    installHooks();
    return recoverRuns(this.#parts, this.#defaultUpstream(), options.limit ?? 100);
  }

  /** The audit log, oldest first. A log that cannot be read is AGENTS-E-LOG-STORE. */
  getExecutionLogs(query: ExecutionLogQuery = {}): Promise<readonly ExecutionLog[]> {
    return this.#parts.settings.store.queryLogs(query).catch(logUnreadable);
  }

  /** Checks the records, the permission of every execution, and the rows of the store; of an archive only the records. */
  verifyExecutionLog(anchor?: Checkpoint, log?: LogReader): Promise<StoreVerification> {
    return this.#parts.audit.verify(anchor, log);
  }

  /** Lets this machine write again after the store was restored from a backup, and records who accepted that and why. */
  acceptRestore(acceptance: RestoreAcceptance): Promise<AcceptedRestore> {
    return this.#parts.audit.acceptRestore(acceptance);
  }

  /** Signs the end of the audit log. Keep the result outside of the store: it shows a log that was cut off later. */
  createCheckpoint(): Promise<Checkpoint | undefined> {
    return this.#parts.settings.ledger.checkpoint();
  }

  /** What the diagnostics look at. */
  inspect(): RunnerInternals {
    return internalsOf(this.#parts);
  }

  /** Waits for the runs and calls at work, ten seconds at the most unless told otherwise, and lets go of the store. */
  async close({ timeoutMs = 10_000 }: { readonly timeoutMs?: number | undefined } = {}): Promise<void> {
    await this.#parts.heartbeat.stop(timeoutMs);
    await this.#parts.settings.ledger.close();
    await this.#parts.settings.store.close();
  }

  async #resumeByToken(runId: string, token: string, options: object): Promise<PlainResult> {
    installHooks();
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
