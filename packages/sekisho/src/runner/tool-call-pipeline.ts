import { auditRecord, type AuditRecord } from '../audit/audit-record.ts';
import { recordToolSpan, withToolSpan, type SpannedCall } from '../audit/tool-span.ts';
import type { EffectRecord } from '../contracts/run-record.ts';
import type { ToolKind } from '../contracts/tool-call-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { RunHistory } from '../gate/provenance/run-history.ts';
import type { PlannedCall } from '../sdk/planned-call.ts';
import type { StoreWrite } from '../store/state-store.ts';
import { hasEffect, isRepeatable } from './effect-class.ts';
import { encodeOutcome, replayOutcome, type RecordedOutcome } from './recorded-value.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';
import { isTrustedSource } from './trusted-source.ts';

/** One call of a run and how it ended, as the result of the run lists it. */
export interface ToolCallResult {
  readonly call_id: string;
  readonly tool_name: string;
  readonly tool_kind: ToolKind;
  readonly arguments: string;
  readonly status: 'done' | 'failed' | 'refused';
}

/** Writes and records that wait to be made durable before the model sees what they tell of. */
export interface PendingResults {
  readonly writes: StoreWrite[];
  readonly records: AuditRecord[];
  /** Nothing but reads that may be repeated. */
  readsOnly: boolean;
}

/** The one road to a tool body: decided before it comes here, executed once, recorded before the model hears of it. */
export class ToolCallPipeline {
  readonly results: ToolCallResult[] = [];
  /** What earlier processes did in this run, by call key. */
  readonly known: ReadonlyMap<string, EffectRecord>;
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  readonly #history: RunHistory;
  /** Calls that were allowed and have not begun, by key. */
  readonly #expected = new Map<string, PlannedCall>();
  /** Calls that have begun and not ended, by key. */
  readonly #active = new Set<string>();
  /** Their ends, with what is stored then. */
  readonly #ends = new Set<Promise<void>>();
  #pending: PendingResults = { writes: [], records: [], readsOnly: true };
  #isClosed = false;

  constructor(
    settings: SessionSettings,
    run: RunSettings,
    history: RunHistory,
    effects: readonly EffectRecord[],
  ) {
    this.#settings = settings;
    this.#run = run;
    this.#history = history;
    this.known = new Map(effects.map((effect) => [effect.call_key, effect]));
  }

  /** Whether the run has come to rest, so that results which still come have to be stored by themselves. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** These calls were just decided. What is carried out elsewhere never comes here; what does not run now is recorded. */
  expect(calls: readonly PlannedCall[]): void {
    for (const call of calls) {
      const { kind } = call.verdict;
      if (kind === 'ask' || kind === 'answer') recordToolSpan(this.#spanOf(call));
      const isExecutedHere = kind === 'run' && !ELSEWHERE.has(call.type);
      if (isExecutedHere) this.#expected.set(call.key, call);
    }
  }

  /** The turn of these calls is over: what has not begun never will, because a guardrail answered or the run was stopped. */
  markNotStarted(calls: Iterable<PlannedCall>): void {
    for (const call of calls) {
      if (!this.#expected.delete(call.key) || this.known.get(call.key)?.status === 'done') continue;
      this.recordEnd(call, { failure: 'This call never began.' }, { begun: false });
    }
  }

  /**
   * The run waits or is over. Answers which calls are still at work because upstream did not wait for them, as it does not
   * after a tool's own time limit. What has not begun does so after the wait, if at all, as a call of its own.
   */
  close(): readonly string[] {
    this.#isClosed = true;
    this.markNotStarted([...this.#expected.values()]);
    return [...this.#active];
  }

  /** Resolves when every call that has begun has ended and is stored. */
  async idle(): Promise<void> {
    while (this.#ends.size > 0) await Promise.all(this.#ends);
  }

  execute<T>(
    call: PlannedCall,
    body: (edited?: string) => Promise<T>,
    storePending: () => Promise<void>,
  ): Promise<T> {
    const work = this.#execute(call, body, storePending);
    const end: Promise<void> = settled(work).finally(() => this.#ends.delete(end));
    this.#ends.add(end);
    return work;
  }

  async #execute<T>(
    call: PlannedCall,
    body: (edited?: string) => Promise<T>,
    storePending: () => Promise<void>,
  ): Promise<T> {
    if (call.verdict.kind === 'answer') return this.#deny(call, call.verdict.text);
    // It is recorded that this call never began, and so it must stay.
    if (this.#isClosed)
      throw new SekishoError('AGENTS-E-RUN-CONFLICT', 'The run waits or is over; no call begins now.');
    this.#expected.delete(call.key);
    const done = this.known.get(call.key);
    if (done?.status === 'done' && done.result) return this.#replay(call, done.result);
    const started = this.#settings.clock();
    let outcome: RecordedOutcome = { failure: 'The tool did not end.' };
    if (hasEffect(call.tool)) this.#active.add(call.key);
    try {
      const value = await withToolSpan(this.#spanOf(call), () => body(call.editedArguments));
      outcome = { value };
      return value;
    } catch (cause) {
      outcome = { failure: cause instanceof Error ? cause.message : String(cause) };
      throw cause;
    } finally {
      this.#active.delete(call.key);
      const ms = this.#settings.clock() - started;
      this.recordEnd(call, outcome, { ms });
      if (call.tool.kind === 'mcp') this.#debugResponse(call, ms, !('failure' in outcome));
      // With siblings still at work the next question to the model may be far away; do not leave the result at risk.
      const hasSiblings = this.#expected.size + this.#active.size > 0;
      if (this.#isClosed || (hasSiblings && this.#settings.store.durable)) await storePending();
    }
  }

  /** Takes note of how a call ended. */
  recordEnd(call: PlannedCall, outcome: RecordedOutcome, { ms = 0, begun = true } = {}): void {
    const { runId: run_id, epoch } = this.#run;
    const failed = 'failure' in outcome;
    if (!isRepeatable(call.tool)) this.#pending.readsOnly = false;
    if (this.#settings.store.durable && hasEffect(call.tool)) {
      const result = this.#settings.keyring.seal(encodeOutcome(outcome), this.#context(call));
      this.#pending.writes.push({ kind: 'effect.end', run_id, call_key: call.key, epoch, result });
    }
    const head = { run_id, tool_call_id: call.key, event: 'tool.result', attempt: epoch } as const;
    this.#pending.records.push(
      auditRecord(
        { ...head, decision: failed ? 'failed' : 'done' },
        { ms, tool: call.tool.id, ...(begun ? {} : { begun }) },
      ),
    );
    this.#list(call, failed ? 'failed' : 'done');
    if (!failed) this.#remember(call, outcome.value);
  }

  /** Writes that may wait for the next commit. */
  defer(writes: readonly StoreWrite[]): void {
    this.#pending.writes.push(...writes);
  }

  /** Hands over what waits to be written. */
  drain(): PendingResults {
    const pending = this.#pending;
    this.#pending = { writes: [], records: [], readsOnly: true };
    return pending;
  }

  #debugResponse({ tool, callId }: PlannedCall, ms: number, ok: boolean): void {
    const { id, server_id: server } = tool;
    const run_id = this.#run.runId;
    this.#settings.debug?.('mcp.response', {
      run_id,
      server,
      method: 'tools/call',
      tool: id,
      call_id: callId,
      ms,
      ok,
    });
  }

  #deny<T>(call: PlannedCall, text: string): T {
    this.#list(call, 'refused');
    return Reflect.get(Object({ text }), 'text');
  }

  #replay<T>(call: PlannedCall, sealed: Uint8Array): T {
    const text = this.#settings.keyring.open(sealed, this.#context(call));
    const value = replayOutcome<T>(text);
    this.#list(call, 'done');
    this.#remember(call, value);
    return value;
  }

  #remember(call: PlannedCall, output: unknown): void {
    if (call.tool.kind === 'handoff') return;
    const trusted = isTrustedSource(call.tool);
    this.#history.addToolResult({ toolId: call.tool.id, args: argsOf(call), output, trusted });
  }

  #list(call: PlannedCall, status: ToolCallResult['status']): void {
    this.results.push({
      call_id: call.callId,
      tool_name: call.tool.id,
      tool_kind: call.tool.kind,
      arguments: call.editedArguments ?? call.rawArguments,
      status,
    });
  }

  #spanOf(call: PlannedCall): SpannedCall {
    const { id: tool, kind } = call.tool;
    return { tool, kind, callId: call.callId, runId: this.#run.runId, decision: call.verdict.kind };
  }

  #context(call: PlannedCall): string {
    return `effect:${this.#run.runId}:${call.key}`;
  }
}

/** The provider carries these out, or upstream without an executor of ours. */
const ELSEWHERE: ReadonlySet<PlannedCall['type']> = new Set(['hosted_mcp_call', 'computer_call']);

/** Whoever asked for the work hears how it ended. */
async function settled(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}

function argsOf(call: PlannedCall): unknown {
  try {
    return JSON.parse(call.editedArguments ?? call.rawArguments);
  } catch {
    return {};
  }
}
