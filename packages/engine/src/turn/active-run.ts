import { recordToolSpan, type SpannedCall } from '../audit/tool-span.ts';
import type { EngineContext, RunSettings } from '../durable/engine-context.ts';
import { Journal } from '../durable/journal.ts';
import { Outbox } from '../durable/outbox.ts';
import type { ErrorCode } from '../errors/error-catalog.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { takeCapabilitySnapshot } from '../gate/capability-snapshot.ts';
import { RunHistory, type ReportedResult } from '../gate/provenance/run-history.ts';
import type { EffectRecord, StepRecord } from '../store/run-record.ts';
import type { RunRecords } from '../approval/authority/run-records.ts';
import type { AgentCapabilitySnapshot, ToolDescription } from '../wire/tool-call-request.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { approvedValues } from './approved-values.ts';
import { CallTable } from './call-table.ts';
import { isTrustedSource } from './effect-class.ts';
import { Permissions } from './permissions.ts';
import { KeptContext, readHistory, StoredHistory, type HistoryEntry } from './kept-context.ts';
import { decodeOutcome, sealContext } from './outcome.ts';
import { LimitCounters } from './run-counters.ts';
import { RunPlan } from './run-plan.ts';
import { RunUser, type TurnAgent } from './run-user.ts';
import type { RequestedCall, ToolCall, ToolCallResult } from './tool-call.ts';

/** The stored progress of a run that is resumed. */
export interface RecoveredState {
  readonly steps: readonly StepRecord[];
  readonly effects: readonly EffectRecord[];
  readonly approvals: readonly HumanApprovalRequest[];
  /** The audit records of the approvals. */
  readonly records?: RunRecords | undefined;
}

/** The tools that an agent listed. */
type ListedTools = { readonly agent: TurnAgent; readonly tools: readonly ToolDescription[] };

/** The call at which a run was refused. A call of an unknown tool has only the name that the model used. */
export type RefusedCall = Pick<RequestedCall, 'callId' | 'wireName'> & {
  readonly tool?: ToolDescription | undefined;
};

/** The state of one run in this process. `decideTurn` and `executeOnce` work on it. */
export class ActiveRun {
  readonly context: EngineContext;
  readonly settings: RunSettings;
  readonly history: RunHistory;
  readonly outbox: Outbox;
  readonly journal: Journal;
  readonly permissions: Permissions;
  readonly user: RunUser;
  readonly kept: KeptContext;
  readonly plan: RunPlan;
  readonly calls = new CallTable();
  readonly counters: LimitCounters;
  /** The provider-executed tools that the gate has allowed, by the digest of their definition. */
  readonly authorized = new Set<string>();
  /** The turns that are being decided, by call key. */
  readonly deciding = new Map<string, Promise<unknown>>();
  /** Whether the run is suspended or has ended, so that no call can start. */
  isClosed = false;
  /** The list of tools that was authorized last, as the integration presented it. */
  lastAuthorized: ListedTools | undefined;
  #refusal: SekishoError | undefined;
  #capabilities: AgentCapabilitySnapshot | undefined;
  #listed: ListedTools | undefined;
  /** The latest texts of the user. */
  readonly userTexts: string[] = [];
  readonly #results: ToolCallResult[] = [];
  /** The effects of earlier processes in this run, by call key. */
  readonly #effects: ReadonlyMap<string, EffectRecord>;
  readonly #work = new Set<Promise<void>>();
  readonly #storedHistory: StoredHistory;

  constructor(context: EngineContext, settings: RunSettings, recovered: RecoveredState) {
    this.context = context;
    this.settings = settings;
    const { manifestRegistry: manifests, texts, integration } = context;
    const { userText } = integration;
    this.history = new RunHistory({ manifests, texts, marks: settings.marks, userText });
    this.outbox = new Outbox(context.ledger, settings);
    this.journal = new Journal(context, settings, recovered.steps);
    this.kept = new KeptContext(context, settings, this.journal);
    this.#storedHistory = new StoredHistory(this.journal, this.outbox);
    this.permissions = new Permissions(context, settings, recovered.approvals, recovered.records);
    this.user = new RunUser(context, settings, this.history);
    this.plan = new RunPlan(this);
    this.counters = new LimitCounters(settings, recovered.approvals);
    this.#effects = new Map(recovered.effects.map((effect) => [effect.call_key, effect]));
    if (settings.sessionData !== undefined) this.history.addSessionData(settings.sessionData);
    this.#addApproved(recovered.approvals);
    // The stops are read while the model responds. A failure is reported to the first call.
    context.stops.ready()?.catch(() => undefined);
  }

  /** Replaces the approvals by those that were just read from the store and verified. */
  updateApprovals(approvals: readonly HumanApprovalRequest[], records: RunRecords): void {
    this.permissions.update(approvals, records);
    this.#addApproved(approvals);
  }

  #addApproved(approvals: readonly HumanApprovalRequest[]): void {
    for (const value of approvedValues(approvals, this.context.keyring)) this.history.addApproved(value);
  }

  /** The reason why the run must stop, if there is one. */
  get refusal(): SekishoError | undefined {
    return this.#refusal;
  }

  /** The latest calls that were executed or denied, in order. */
  get results(): readonly ToolCallResult[] {
    return this.#results;
  }

  /** The user's own text, which judges receive. */
  get userIntent(): string {
    return this.userTexts.join('\n');
  }

  /** Adds text of the user. Text of a model or a tool must never be passed. */
  addUserText(text: string): void {
    this.#addUserText(text);
    const writes = this.kept.addTask(text);
    if (writes.length > 0) this.outbox.add({ writes, records: [], repeatable: true });
    if (!this.#keepsHistory) return this.#keep({ userText: text });
    this.counters.beginTask();
    this.#keep({ userText: text, at: this.context.clock() });
  }

  /** Stores the model's own text of a turn for people. It has no influence on decisions. */
  addModelText(text: string): void {
    if (text !== '' && this.context.keepsContext) this.#keep({ modelText: text });
  }

  #addUserText(text: string): void {
    this.userTexts.push(text);
    if (this.userTexts.length > MAX_USER_TEXTS) this.userTexts.shift();
    this.history.addUserText(text);
  }

  /** Stores the tools that an agent lists. */
  setCapabilities(agent: TurnAgent, tools: readonly ToolDescription[]): void {
    this.#listed = { agent, tools };
    this.lastAuthorized = undefined;
    const agentName = agent.name;
    this.#capabilities = takeCapabilitySnapshot(agentName, tools);
  }

  /** Starts to plan the current turn of the user with the tools that were listed last, if the engine has a planner. */
  startPlan(): void {
    if (this.#listed) this.plan.start(this.#listed.agent, this.#listed.tools);
  }

  capabilitiesOf(agentName: string): AgentCapabilitySnapshot {
    return (this.#capabilities ??= takeCapabilitySnapshot(agentName, []));
  }

  /** Throws when the run was refused, is suspended or has ended. */
  requireOpen(): void {
    if (this.#refusal) throw this.#refusal;
    if (!this.isClosed) return;
    throw new SekishoError(
      'AGENTS-E-RUN-CONFLICT',
      `Run ${this.settings.runId} is suspended or has ended, so no call can start. Resume it after the decision, or open a new run.`,
    );
  }

  /** Records why the run must end. Later refusals return the same error, so that no error handler can suppress it. */
  refuse(
    call: RefusedCall,
    why: string,
    { code = 'AGENTS-E-GATE-DENIED', cause }: { code?: ErrorCode | undefined; cause?: unknown } = {},
  ): SekishoError {
    if (this.#refusal) return this.#refusal;
    this.recordSpan(call, 'deny');
    const name = call.wireName ?? call.tool?.name;
    this.#refusal = new SekishoError(
      code,
      `The gate stopped the run at ${name || 'a tool call'}: ${why}`,
      cause === undefined ? undefined : { cause },
    );
    return this.#refusal;
  }

  /** Returns the recorded effect of exactly this call from an earlier process, if there is one. */
  effectOf({ key, rawArguments }: RequestedCall): EffectRecord | undefined {
    const effect = this.#effects.get(key);
    if (!effect || this.context.keyring.isDigest(rawArguments, effect.args_digest)) return effect;
    throw new SekishoError(
      'AGENTS-E-NONDETERMINISM',
      `Run ${this.settings.runId} executed the call ${key} with other arguments before the crash. Resume it with the same agent and input, or start a new run.`,
    );
  }

  /** Lists a call in the result of the run. */
  list(call: ToolCall, status: ToolCallResult['status']): void {
    this.#results.push({
      call_id: call.callId,
      tool_name: call.tool.id,
      tool_kind: call.tool.kind,
      arguments: executedArguments(call),
      status,
    });
    if (this.#results.length > MAX_RESULTS) this.#results.shift();
  }

  /** Adds the result of a call to the provenance of the run. `isStored`: the row of the call contains the result. */
  remember(call: ToolCall, output: unknown, { isStored }: { readonly isStored: boolean }): void {
    if (call.tool.kind === 'handoff') return;
    const args = parse(executedArguments(call));
    const content = { toolId: call.tool.id, args, trusted: isTrustedSource(call.tool) };
    this.history.addToolResult({ ...content, output });
    if (!this.#keepsHistory) return;
    this.#keep({ content: { ...content, key: call.key, ...(isStored ? {} : { output }) } });
  }

  /** Adds content that the model reads to the provenance of the run. `isStored`: another row of the run contains it. */
  recordContent(content: ReportedResult, { isStored = false } = {}): void {
    this.history.addToolResult(content);
    if (this.#keepsHistory || !isStored) this.#keep({ content });
  }

  /** Restores what the engine stored about the history of this run. It must be called before the run continues. */
  restoreHistory(steps: readonly string[]): void {
    let since: number | undefined;
    for (const { userText, at, content } of steps.flatMap(readHistory)) {
      if (userText !== undefined) this.#addUserText(userText);
      since = at ?? since;
      if (content === undefined) continue;
      const effect = content.key === undefined ? undefined : this.#effects.get(content.key);
      this.history.addToolResult({ ...content, output: content.output ?? this.#storedOutput(effect) });
    }
    if (since !== undefined) this.counters.countSince(since);
    this.#storedHistory.resume();
  }

  /** Returns the result in the row of a call. The text of a failure does not count as content. */
  #storedOutput(effect: EffectRecord | undefined): unknown {
    if (!effect?.result?.length) return '';
    const { run_id, call_key, result } = effect;
    const outcome = decodeOutcome(this.context.keyring.open(result, sealContext(run_id, call_key)));
    return 'value' in outcome ? outcome.value : '';
  }

  /** Stores an entry of the history with the next commit, if the engine keeps the history of this integration. */
  #keep(entry: HistoryEntry): void {
    if (!this.#keepsHistory) return this.kept.add(entry);
    if (this.context.store.durable) this.#storedHistory.add(entry);
  }

  get #keepsHistory(): boolean {
    return this.context.integration.historyKeptBy === 'engine';
  }

  /** Records a call whose body does not run for telemetry. */
  recordSpan(call: RefusedCall, decision: 'deny' | 'ask' | 'answer'): void {
    recordToolSpan(this.spanOf(call, decision));
  }

  spanOf({ callId, tool, wireName }: RefusedCall, decision: string): SpannedCall {
    const { runId } = this.settings;
    return { tool: tool?.id ?? wireName ?? '', kind: tool?.kind ?? 'unknown', callId, runId, decision };
  }

  /** Tracks the body of a call, including the writes of its result. */
  track(work: Promise<unknown>): void {
    const remove = (): void => void this.#work.delete(end);
    const end = work.then(remove, remove);
    this.#work.add(end);
  }

  /** Resolves when all calls, including those that outlive the run, have ended and are stored. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }
}

const MAX_USER_TEXTS = 200;
const MAX_RESULTS = 1_000;

/** Returns the arguments with which a call runs: those of the model, or those of the approver. */
const executedArguments = (call: ToolCall): string =>
  ('editedArguments' in call ? call.editedArguments : undefined) ?? call.rawArguments;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
