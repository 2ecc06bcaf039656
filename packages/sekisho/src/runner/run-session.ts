import type { HumanApprovalRequest, SekishoError, StoreWrite, ToolDescription } from '@sekisho/engine';
import { RunHistory } from '@sekisho/engine/integration';
import type { HostApproval, HostDecision, Mediator, RefusalDetails, ResolvedCall } from '../sdk/mediator.ts';
import type { PlannedCall, RawCall } from '../sdk/planned-call.ts';
import { isOutermost, type RunScope } from '../sdk/run-scope.ts';
import { toolCallsOf } from '../sdk/tool-calls-of.ts';
import type { ModelRequest, ModelResponse } from '../sdk/upstream.ts';
import type { RecoveredState } from './recovered-state.ts';
import { feedHistory, feedHostedResults } from './feed-history.ts';
import { gateDenied } from './gate-denied.ts';
import { HostApprover } from './host-approver.ts';
import { Journal } from './journal.ts';
import { flushModeFor } from './flush-mode-for.ts';
import { planned } from './planned.ts';
import { recordDenied } from './record-denied.ts';
import { resolveCalls } from './resolve-calls.ts';
import { joinBatches, RunWriter, type Batch } from './run-writer.ts';
import { CoalescedFlush } from './coalesced-flush.ts';
import { storeLateResults } from './store-late-results.ts';
import { TurnPlanner } from './turn-planner.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';
import type { Continuation } from './sealed-state.ts';
import { trustedToolsOf } from './trusted-source.ts';
import { InitialInput } from './initial-input.ts';
import { ToolCallPipeline, type ToolCallResult } from './tool-call-pipeline.ts';

/** Called at the end of a streamed run. Returns the error to raise, if any. */
export type StreamEnd = Mediator['streamEnded'];

/** One gated run, from its start or resume to its end or next wait. It implements the gate behind the hooks. */
export class RunSession implements Mediator {
  readonly history: RunHistory;
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  readonly #writer: RunWriter;
  readonly #journal: Journal;
  readonly #planner: TurnPlanner;
  readonly #pipeline: ToolCallPipeline;
  readonly #host: HostApprover;
  readonly #results = new CoalescedFlush(() => this.#storeResults());
  #refusal: SekishoError | undefined;
  readonly #input = new InitialInput();
  readonly #hadPendingRequests: boolean;
  #opening: ModelResponse | undefined;
  /** Set by the caller that started a streamed run. */
  onStreamEnd: StreamEnd | undefined;

  constructor(settings: SessionSettings, run: RunSettings, earlier: RecoveredState) {
    this.#settings = settings;
    this.#run = run;
    this.history = new RunHistory({ manifests: settings.manifestRegistry, marks: run.marks });
    this.#hadPendingRequests = earlier.approvals.some(({ status }) => status === 'pending');
    this.#writer = new RunWriter(settings, run);
    this.#journal = new Journal(settings, run, earlier.steps);
    this.#planner = new TurnPlanner(settings, run, this.history, earlier.approvals, earlier.records);
    this.#pipeline = new ToolCallPipeline(settings, run, this.history, earlier.effects);
    this.#host = new HostApprover(settings, this.#planner, this.#writer, this.#pipeline);
    if (run.sessionData !== undefined) this.history.addSessionData(run.sessionData);
  }

  /** The reason why the run must stop, if there is one. */
  get refusal(): SekishoError | undefined {
    return this.#refusal;
  }

  /** The calls that were executed or denied, in order. */
  get toolCalls(): readonly ToolCallResult[] {
    return this.#pipeline.results;
  }

  /** The data that a later segment needs besides the state. */
  get progress(): Pick<Continuation, 'counters' | 'user' | 'marks'> {
    return { ...this.#planner.progress, marks: this.history.results.marks };
  }

  /** The pending approval requests of this run. */
  get pendingApprovals(): readonly HumanApprovalRequest[] {
    return this.#planner.pending;
  }

  /** Whether this run can have pending approval requests. */
  get mayHavePendingRequests(): boolean {
    return this.#hadPendingRequests || this.pendingApprovals.length > 0;
  }

  /**
   * Stores that the run exists. The first model call need not wait: nothing is executed before its decision is stored, and
   * that write comes later. The caller of a streamed run receives its id immediately, so it is stored before.
   */
  open(opening: Batch, isStreamed: boolean): Promise<void> {
    return this.#writer.store(opening, isStreamed || this.#run.auditMode === 'required' ? 'none' : 'turn');
  }

  /** Uses these calls as the first response of the model, so that they pass the gate like any other call. */
  beginWith(response: ModelResponse): void {
    this.#opening = response;
  }

  async authorizeTools(scope: RunScope, tools: readonly ToolDescription[]): Promise<void> {
    this.#stopIfRefused();
    const known = tools.map(this.#settings.withManifest); // Throws for a manifest that does not match its tool.
    const { records, denied } = await this.#planner.authorizeTools(scope, known);
    if (records.length > 0) await this.#writer.store({ writes: [], records, readsOnly: true }, 'none');
    if (denied) throw this.refuse(denied.call, denied.decision.reason, denied.decision);
  }

  async beforeModelCall(scope: RunScope, request: ModelRequest): Promise<ModelResponse | undefined> {
    this.#stopIfRefused();
    scope.modelCalls += 1;
    if (isOutermost(scope)) this.#input.set(request.input);
    this.#pipeline.markNotStarted(scope.calls.values());
    await this.#storeResults();
    const opening = this.#opening;
    this.#opening = undefined;
    return opening ?? this.#journal.find(scope, request);
  }

  async commitTurn(scope: RunScope, request: ModelRequest, response: ModelResponse): Promise<void> {
    const step = this.#journal.write(scope, request, response);
    feedHostedResults(this.history, response.output);
    const calls = resolveCalls(scope, toolCallsOf(response.output), this.#settings);
    // If no call runs, the response is stored with the next write; until then a crash only repeats the model call.
    if (calls.length === 0) this.#pipeline.defer(step);
    scope.calls = new Map();
    await this.#plan(scope, calls, { step: calls.length === 0 ? [] : step, resumed: false });
  }

  async commitFoundTools(scope: RunScope): Promise<void> {
    const calls = resolveCalls(scope, scope.unresolved, this.#settings);
    if (calls.length > 0) await this.#plan(scope, calls, { step: [], resumed: false });
  }

  async planResumed(
    scope: RunScope,
    calls: readonly ResolvedCall[],
    items: readonly unknown[],
  ): Promise<void> {
    const depth = isOutermost(scope) ? 'outermost' : 'nested';
    this.#planner.addUserText(feedHistory(this.history, items, depth, trustedToolsOf(this.#settings)));
    if (depth === 'outermost') this.#input.skip();
    if (calls.length === 0) return;
    const known = calls.map((call) => ({ ...call, tool: this.#settings.withManifest(call.tool) }));
    await this.#plan(scope, known, { step: [], resumed: true });
  }

  async applyHostDecision(scope: RunScope, call: PlannedCall, decision: HostDecision): Promise<void> {
    const plan = await this.#planner.applyHostDecision(scope, call, decision);
    if (plan) await this.#writer.store(plan, 'none');
    if (typeof decision !== 'string') recordDenied(this.#run.runId, call);
    else if (plan) this.#pipeline.expect([call]);
  }

  mayHostApprove(call: PlannedCall): boolean {
    return this.#host.mayDecide(call);
  }

  async requestHostApproval(...args: Parameters<Mediator['requestHostApproval']>): Promise<HostApproval> {
    this.#stopIfRefused();
    return this.#host.decide(...args);
  }

  async execute<T>(_scope: RunScope, call: PlannedCall, body: (edited?: string) => Promise<T>): Promise<T> {
    this.#stopIfRefused();
    return this.#pipeline.execute(call, body, () => this.#results.flush());
  }

  recordResult(call: PlannedCall, output: unknown): void {
    this.#pipeline.recordEnd(call, { value: output });
  }

  streamEnded(stream: object, failure?: { error: unknown }): Promise<{ error: unknown } | undefined> {
    return this.onStreamEnd?.(stream, failure) ?? Promise.resolve(failure);
  }

  refuse(call: RawCall, why: string, details: RefusalDetails = {}): SekishoError {
    if (!this.#refusal) recordDenied(this.#run.runId, call);
    return (this.#refusal ??= gateDenied(call, why, details));
  }

  /** Called when the run is suspended or ends. Returns the calls that are still active; their results are stored later. */
  close(): readonly string[] {
    return this.#pipeline.close();
  }

  /** Resolves when all calls, including those that outlive the run, have ended and are stored. */
  idle(): Promise<void> {
    return this.#pipeline.idle();
  }

  /** Returns the writes that are still pending when the run ends or is suspended. */
  async drain(): Promise<Awaited<ReturnType<RunWriter['drain']>>> {
    const results = this.#pipeline.drain();
    return joinBatches(await this.#writer.drain(), results);
  }

  /** Adds drained writes that could not be stored again. */
  requeue(writes: readonly StoreWrite[]): void {
    this.#writer.requeue(writes);
  }

  async #plan(
    scope: RunScope,
    calls: readonly ResolvedCall[],
    { step, resumed }: { step: readonly StoreWrite[]; resumed: boolean },
  ): Promise<void> {
    const input = calls.length > 0 ? this.#input.take() : undefined;
    if (input !== undefined) this.#planner.addUserText(feedHistory(this.history, input, 'outermost'));
    const plan = await planned('the calls of this turn', () =>
      this.#planner.plan(scope, calls, { resumed, effects: this.#pipeline.known }),
    );
    if (plan.denied) {
      this.refuse(plan.denied.call, plan.denied.decision.reason, plan.denied.decision);
      // No part of this turn is executed and no request is created, so only the decisions of the gate are recorded.
      await this.#writer.store({ writes: step, records: plan.decisions, readsOnly: true }, 'none');
      this.#stopIfRefused();
    }
    const { records, readsOnly } = plan;
    const batch = { writes: [...step, ...plan.writes], records, readsOnly };
    if (batch.writes.length + records.length > 0) {
      const isStreamed = this.onStreamEnd !== undefined;
      await this.#writer.store(batch, flushModeFor(plan, { isStreamed, mayDelay: this.#mayDelay(plan) }));
    }
    scope.calls = new Map([...scope.calls, ...plan.calls.map((call) => [call.callId, call] as const)]);
    this.#pipeline.expect(plan.calls);
  }

  /** Stores the results of calls before the model receives them, unless they are from repeatable reads. */
  async #storeResults(): Promise<void> {
    // Writes that are not stored now are stored with the end of the run.
    if (!this.#pipeline.isClosed) this.#writer.requireNoFailure();
    const results = this.#pipeline.drain();
    if (results.writes.length === 0 && results.records.length === 0) return;
    if (this.#pipeline.isClosed) await storeLateResults(this.#settings.ledger, results, this.#run.auditMode);
    else await this.#writer.store(results, this.#mayDelay(results) ? 'moment' : 'none');
  }

  #mayDelay({ readsOnly }: Pick<Batch, 'readsOnly'>): boolean {
    return readsOnly && this.#run.auditMode !== 'required';
  }

  #stopIfRefused(): void {
    if (this.#refusal) throw this.#refusal;
  }
}
