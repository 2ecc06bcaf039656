import { type EffectRecord, SekishoError, type StoreWrite, type ToolKind } from '@sekisho/engine';
import {
  auditRecord,
  type AuditRecord,
  recordToolSpan,
  type RunHistory,
  type SpannedCall,
  withToolSpan,
} from '@sekisho/engine/integration';
import type { PlannedCall } from '../sdk/planned-call.ts';
import { hasEffect, isRepeatable } from './effect-class.ts';
import { encodeOutcome, replayOutcome, type RecordedOutcome } from './recorded-value.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';
import { isTrustedSource } from './trusted-source.ts';

/** One call of a run and how it ended, in the result of the run. */
export interface ToolCallResult {
  readonly call_id: string;
  readonly tool_name: string;
  readonly tool_kind: ToolKind;
  readonly arguments: string;
  readonly status: 'done' | 'failed' | 'refused';
}

/** Writes and records that must be durable before the model receives the results. */
export interface PendingResults {
  readonly writes: StoreWrite[];
  readonly records: AuditRecord[];
  /** Whether they are only from repeatable reads. */
  readsOnly: boolean;
}

/** The only way to execute a tool body. A call is decided before, executed once, and recorded before the model continues. */
export class ToolCallPipeline {
  readonly results: ToolCallResult[] = [];
  /** The effects of earlier processes in this run, by call key. */
  readonly known: ReadonlyMap<string, EffectRecord>;
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  readonly #history: RunHistory;
  /** Allowed calls that have not started, by key. */
  readonly #expected = new Map<string, PlannedCall>();
  /** Calls that have started and not ended, by key. */
  readonly #active = new Set<string>();
  /** The ends of active calls, including their writes. */
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

  /** Whether the run is suspended or has ended, so that later results have to be stored separately. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Registers calls that were just decided. Calls that are executed elsewhere never arrive here. */
  expect(calls: readonly PlannedCall[]): void {
    for (const call of calls) {
      const { kind } = call.verdict;
      if (kind === 'ask' || kind === 'answer') recordToolSpan(this.#spanOf(call));
      const isExecutedHere = kind === 'run' && !ELSEWHERE.has(call.type);
      if (isExecutedHere) this.#expected.set(call.key, call);
    }
  }

  /** Marks calls of a finished turn that will never start, because a guardrail replaced them or the run was stopped. */
  markNotStarted(calls: Iterable<PlannedCall>): void {
    for (const call of calls) {
      if (!this.#expected.delete(call.key) || this.known.get(call.key)?.status === 'done') continue;
      this.recordEnd(call, { failure: 'This call never began.' }, { begun: false });
    }
  }

  /**
   * Called when the run is suspended or ends. Returns the calls that are still active because upstream did not wait for them,
   * for example after a tool's own time limit. Calls that have not started can only start later as new calls.
   */
  close(): readonly string[] {
    this.#isClosed = true;
    this.markNotStarted([...this.#expected.values()]);
    return [...this.#active];
  }

  /** Resolves when every started call has ended and is stored. */
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
    // The log records that this call did not start, so it must not start now.
    if (this.#isClosed)
      throw new SekishoError(
        'AGENTS-E-RUN-CONFLICT',
        'The run is suspended or has ended, so no call can start.',
      );
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
      // While other calls are active, the next model call may be much later, so the result is stored now.
      const hasSiblings = this.#expected.size + this.#active.size > 0;
      if (this.#isClosed || (hasSiblings && this.#settings.store.durable)) await storePending();
    }
  }

  /** Records the end of a call. */
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

  /** Adds writes that may wait for the next commit. */
  defer(writes: readonly StoreWrite[]): void {
    this.#pending.writes.push(...writes);
  }

  /** Removes and returns the pending writes. */
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

/** Calls that the provider executes, or upstream without our executor. */
const ELSEWHERE: ReadonlySet<PlannedCall['type']> = new Set(['hosted_mcp_call', 'computer_call']);

/** Ignores the failure, which the caller of the tool receives. */
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
