import type { RunSettings } from '../durable/engine-context.ts';
import type { SekishoError } from '../errors/sekisho-error.ts';
import type { Approver, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import type { ActiveRun, RefusedCall } from '../turn/active-run.ts';
import { authorizeTools } from '../turn/authorize-tools.ts';
import { decideTurn, type TurnRequest } from '../turn/decide-turn.ts';
import { effectClass } from '../turn/effect-class.ts';
import {
  executeOnce,
  markNotStarted,
  recordEnd,
  startElsewhere,
  type CallBody,
} from '../turn/execute-once.ts';
import {
  applyHostDecision,
  requestForHost,
  requestHostApproval,
  type HostApproval,
  type HostDecision,
} from '../turn/host-decision.ts';
import type { RecordedOutcome } from '../turn/outcome.ts';
import type { TurnAgent } from '../turn/run-user.ts';
import type { ToolCall, ToolCallResult } from '../turn/tool-call.ts';
import type { TaskPlan } from '../gate/plan/task-plan.ts';
import { planned } from './run-settings.ts';
import type { Continuation } from './continuation.ts';
import type { RunEnds } from './end-run.ts';
import type { RunRecovery } from './recovery.ts';
import type { Batch } from '../durable/outbox.ts';

type Details = Readonly<Record<string, unknown>>;

/** The origin of content: whether its owner declared it as trusted, and the arguments with which it was requested. */
interface ContentOptions {
  readonly trusted?: boolean | undefined;
  readonly args?: unknown;
  /** Whether another row of the run contains the content, such as a stored response of the model. */
  readonly isStored?: boolean | undefined;
}

/** What an engine adds to a run that it opened. */
interface RunOptions {
  readonly state?: string | undefined;
  readonly recovery?: RunRecovery | undefined;
  /** Called once when the run is suspended, released or has ended. */
  readonly onEnd?: (() => void) | undefined;
}

/** One run in this process, from its start or resume to its end or next wait. */
export class Run {
  /** The state that the integration saved at the last wait. Empty for a new run. */
  readonly state: string;
  readonly #run: ActiveRun;
  readonly #ends: RunEnds;
  readonly #options: RunOptions;

  constructor(run: ActiveRun, ends: RunEnds, options: RunOptions = {}) {
    this.state = options.state ?? '';
    this.#run = run;
    this.#ends = ends;
    this.#options = options;
  }

  get id(): string {
    return this.#run.settings.runId;
  }

  get settings(): RunSettings {
    return this.#run.settings;
  }

  /** The origins of the values of this run. */
  get history(): ActiveRun['history'] {
    return this.#run.history;
  }

  /** The reason why the run must stop, if there is one. */
  get refusal(): SekishoError | undefined {
    return this.#run.refusal;
  }

  /** The latest calls that were executed or denied, in order. */
  get toolCalls(): readonly ToolCallResult[] {
    return this.#run.results;
  }

  /** The pending approval requests of this run. */
  get pendingApprovals(): readonly HumanApprovalRequest[] {
    return this.#run.permissions.pending;
  }

  /** The latest texts of the user, also from earlier processes, in order. */
  get userTexts(): readonly string[] {
    return this.#run.userTexts;
  }

  /** The plan of the current turn of the user, if the engine has a planner and the plan is ready. */
  get plan(): TaskPlan | undefined {
    return this.#run.plan.current;
  }

  /** Whether the run has steps of an earlier process, which are replayed. */
  get hasSavedSteps(): boolean {
    return !this.#run.journal.isEmpty;
  }

  /** Returns the current stage of a call. */
  call(key: string): ToolCall | undefined {
    return this.#run.calls.get(key);
  }

  /**
   * Stores that the run exists. Nothing is executed before its decision is stored, and that commit comes later, so only a
   * caller that needs the stored run immediately waits.
   */
  async open(opening: Batch, { wait }: { readonly wait: boolean }): Promise<void> {
    const { outbox, settings } = this.#run;
    outbox.add(opening);
    if (wait || settings.auditMode === 'required') await outbox.commit();
    else outbox.schedule('tick');
  }

  /** Adds text of the user. Text of a model or a tool must never be passed. */
  addUserText(text: string): void {
    this.#run.addUserText(text);
  }

  /** Adds content that the model reads and that is not the result of a call of this run. */
  recordContent(source: string, content: unknown, options: ContentOptions = {}): void {
    const { trusted = false, args = {}, isStored } = options;
    this.#run.recordContent({ toolId: source, args, output: content, trusted }, { isStored });
  }

  /** Authorizes the tools that the model receives. Throws for a tool that the provider would execute without permission. */
  describeTools(agent: TurnAgent, tools: readonly ToolDescription[]): Promise<void> {
    return authorizeTools(this.#run, agent, tools);
  }

  /** Returns the value of a step of an earlier process, so that it is not repeated. Throws if its inputs were different. */
  savedStep(name: string, fingerprint: string): string | undefined {
    return this.#run.journal.find(name, fingerprint);
  }

  /** Decides the calls of a turn before any of them runs. */
  decideTurn(turn: TurnRequest): Promise<ToolCall[]> {
    return planned('the calls of this turn', () => decideTurn(this.#run, turn));
  }

  /** Applies the result of the tool's own policy to a call with the stage `host_policy`. */
  applyHostDecision(key: string, decision: HostDecision): Promise<void> {
    return applyHostDecision(this.#run, key, decision);
  }

  /** Returns whether the host's own approver may decide the pending approval request of this call. */
  mayHostApprove(key: string): boolean {
    return requestForHost(this.#run, key) !== undefined;
  }

  /** Lets the host's own approver decide the pending approval request of this call. */
  requestHostApproval(
    key: string,
    by: Approver,
    approver: () => Promise<HostApproval>,
  ): Promise<HostApproval> {
    return requestHostApproval(this.#run, key, by, approver);
  }

  /** Executes the body of an allowed call once. There is no other way to execute one. */
  executeOnce(key: string, body: CallBody): Promise<unknown> {
    return executeOnce(this.#run, key, body);
  }

  /**
   * Stores the intent of an allowed call whose body runs elsewhere. It must be awaited before the body starts. Returns false if
   * the intent was stored before, by its decision or an earlier start.
   */
  started(key: string): Promise<boolean> {
    return startElsewhere(this.#run, key);
  }

  /**
   * Records the end of a call whose body runs elsewhere. `unknown`: it is not known whether the call had its effect, for example
   * because the connection was lost. Then a person is asked, and the run has to wait for the answer. A call that may be
   * repeated has failed instead, and nothing is returned.
   */
  finished(key: string, outcome: RecordedOutcome): void;
  finished(key: string, outcome: 'unknown'): Promise<HumanApprovalRequest | undefined>;
  finished(
    key: string,
    outcome: RecordedOutcome | 'unknown',
  ): void | Promise<HumanApprovalRequest | undefined> {
    const call = this.#run.calls.get(key);
    if (outcome === 'unknown') return this.#finishedUnknown(call);
    if (call && call.stage !== 'ended') recordEnd(this.#run, call, outcome);
  }

  async #finishedUnknown(call: ToolCall | undefined): Promise<HumanApprovalRequest | undefined> {
    if (call?.stage !== 'allowed' || !call.hasIntent) return undefined;
    const { recovery } = this.#options;
    if (recovery && this.#run.context.store.durable && effectClass(call.tool) === 'destructive')
      return recovery.ask(this.#run, call);
    recordEnd(this.#run, call, { failure: 'The outcome of this call is unknown.' });
    return undefined;
  }

  /** Before a model call: marks calls of the last turn that never started, and makes all results durable. */
  async flush(turnKeys: Iterable<string> = []): Promise<void> {
    if (this.#run.refusal) throw this.#run.refusal;
    markNotStarted(this.#run, turnKeys);
    this.#run.startPlan();
    await this.#run.outbox.flushResults();
    await this.#run.context.pacer.pause(this.id);
  }

  /** Records why the run must end. Every later operation throws the returned error. */
  refuse(call: RefusedCall, why: string, details?: Parameters<ActiveRun['refuse']>[2]): SekishoError {
    return this.#run.refuse(call, why, details);
  }

  /** Suspends the run until a person decides. `state` is the data from which the integration continues. */
  async wait({ state, details }: { readonly state: string; readonly details?: Details }): Promise<void> {
    const { profile, requireHumanApproval, sessionData, denials } = this.#run.settings;
    const { writes, spend } = this.#run.counters;
    const continuation: Continuation = {
      v: 1,
      kind: 'state',
      text: state,
      profile: profile.name,
      requireHumanApproval,
      maxTurns: null,
      sessionData,
      counters: { writes, spend },
      user: this.#run.user.current,
      marks: this.#run.history.results.marks,
      ...(denials && { denials: { max: denials.max, used: this.#run.counters.denials } }),
    };
    await this.#ends.suspend(this.#run, continuation, details);
    this.#options.onEnd?.();
  }

  /** Stores the end of the run. */
  async close(status: 'done' | 'failed' | 'denied', details: Details = {}): Promise<void> {
    await this.#ends.finish(this.#run, status, details);
    this.#options.onEnd?.();
  }

  /** Stores the end of a run that cannot continue because of an error. */
  async fail(status: 'denied' | 'failed', error: unknown): Promise<void> {
    await this.#ends.fail(this.#run, status, error);
    this.#options.onEnd?.();
  }

  /** Ends the work of this process on the run. Another process can open it immediately. */
  async release(): Promise<void> {
    if (this.#run.isClosed) return;
    try {
      await this.#ends.handOver(this.#run);
    } finally {
      this.#options.onEnd?.();
    }
  }

  /** Resolves when all calls, including those that outlive the run, have ended and are stored. */
  idle(): Promise<void> {
    return this.#run.idle();
  }
}
