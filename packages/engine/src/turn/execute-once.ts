import { lateAuditRecord } from '../audit/audit-record.ts';
import { withToolSpan } from '../audit/tool-span.ts';
import { stoppedText, type Stop } from '../durable/stop-switch.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { ActiveRun } from './active-run.ts';
import { hasEffect, isRepeatable } from './effect-class.ts';
import { exclusively } from './exclusively.ts';
import {
  decodeOutcome,
  encodeOutcome,
  replayOutcome,
  sealContext,
  valueOf,
  type RecordedOutcome,
} from './outcome.ts';
import type { AllowedCall, ToolCall } from './tool-call.ts';
import { TurnDraft } from './turn-draft.ts';

/** Executes the body of a call. It receives the arguments of the approver, if they replaced those of the model. */
export type CallBody = (editedArguments?: string) => Promise<unknown>;

/**
 * The only way to execute a tool body. The call must be allowed, and its intent durable; the body runs once, and its result
 * is stored before the model receives it. A call that is already running or has ended returns the same result. A refused
 * call returns its text.
 */
export async function executeOnce(run: ActiveRun, key: string, body: CallBody): Promise<unknown> {
  if (run.refusal) throw run.refusal;
  const call = run.calls.get(key);
  switch (call?.stage) {
    case 'refused':
      run.list(call, 'refused');
      return call.text;
    case 'running':
      return call.work;
    case 'ended':
      run.requireOpen();
      return call.outcome ? valueOf(call.outcome) : storedResult(run, call);
    case 'allowed':
      return begin(run, call, body);
    case 'host_policy':
    case 'waiting':
    case undefined:
      throw run.refuse(call ?? { callId: key, wireName: key }, NOT_ALLOWED);
  }
}

/** Begins an allowed call in this turn of the event loop, so that another request for it receives the same work. */
function begin(run: ActiveRun, call: AllowedCall, body: CallBody): Promise<unknown> {
  // The log records that this call did not start, so it must not start now.
  run.requireOpen();
  if (call.executor === 'elsewhere' && call.earlier?.status !== 'done')
    throw run.refuse(call, RUNS_ELSEWHERE);
  const work = execute(run, call, body);
  run.track(work);
  if (run.calls.get(call.key)?.stage === 'allowed') run.calls.put({ ...call, stage: 'running', work });
  return work;
}

async function execute(run: ActiveRun, call: AllowedCall, body: CallBody): Promise<unknown> {
  if (call.earlier?.status === 'done' && call.earlier.result) return replay(run, call, call.earlier.result);
  if (!call.hasIntent) await storeIntent(run, call);
  // No round trip is needed while the stops are read periodically.
  await run.context.stops.ready()?.catch((cause: unknown) => {
    recordEnd(run, call, { failure: NOT_STARTED }, { begun: false });
    throw cause;
  });
  const stop = findStop(run, call);
  if (stop) return endStopped(run, call, stop);
  const started = run.context.clock();
  let outcome: RecordedOutcome = { failure: 'The tool did not end.' };
  try {
    const value = await withToolSpan(run.spanOf(call, 'run'), () => body(call.editedArguments));
    outcome = { value };
    return value;
  } catch (cause) {
    outcome = { failure: cause instanceof Error ? cause.message : String(cause) };
    throw cause;
  } finally {
    const ms = run.context.clock() - started;
    recordEnd(run, call, outcome, { ms });
    if (call.tool.kind === 'mcp') debugResponse(run, call, ms, !('failure' in outcome));
    // While other calls are active, the next model call may be much later, so the result is stored now.
    if (run.isClosed || (run.calls.hasUnfinished && run.context.store.durable))
      await run.outbox.flushShared();
  }
}

/** Returns the stop that covers a call which is about to start. */
const findStop = ({ context }: ActiveRun, call: AllowedCall): Stop | undefined =>
  context.stops.find(call.agentName, call.tool.id);

/** Ends a call that was stopped after its decision. Its body does not run, and the model receives the reason. */
function endStopped(run: ActiveRun, call: AllowedCall, stop: Stop): string {
  const text = stoppedText(stop);
  recordEnd(run, call, { failure: text }, { begun: false });
  return text;
}

/** Stores the intent of a call that was decided earlier, before its body starts. */
async function storeIntent(run: ActiveRun, call: AllowedCall): Promise<void> {
  const draft = new TurnDraft(run.context, run.settings);
  draft.start(call, call.permission, call.editedArguments);
  run.outbox.add(draft);
  await run.outbox.flush();
  run.requireOpen();
}

/**
 * Stores the intent of an allowed call whose body runs elsewhere. Returns false if it was stored before. Equal requests at the
 * same time wait for the first one.
 */
export function startElsewhere(run: ActiveRun, key: string): Promise<boolean> {
  return exclusively(run, key, async () => {
    await run.context.stops.ready();
    run.requireOpen();
    const call = run.calls.get(key);
    if (call?.stage !== 'allowed') throw run.refuse(call ?? { callId: key, wireName: key }, NOT_ALLOWED);
    // The commit with the intent may have failed.
    run.outbox.requireNoFailure();
    if (call.hasIntent) return false;
    const stop = findStop(run, call);
    if (stop) throw new SekishoError('AGENTS-E-STOPPED', stoppedText(stop));
    run.calls.put({ ...call, hasIntent: true });
    await storeIntent(run, call);
    return true;
  });
}

/** Records the end of a call. `begun` is false for a call that never started. */
export function recordEnd(
  run: ActiveRun,
  call: ToolCall,
  outcome: RecordedOutcome,
  { ms = 0, begun = true } = {},
): void {
  const { runId: run_id, epoch } = run.settings;
  const failed = 'failure' in outcome;
  const head = { run_id, tool_call_id: call.key, event: 'tool.result', attempt: epoch } as const;
  const tool = call.tool.id;
  const record = lateAuditRecord({ ...head, decision: failed ? 'failed' : 'done' }, () => ({
    ms,
    tool,
    ...(begun ? {} : { begun }),
  }));
  const { store, keyring } = run.context;
  const isStored = store.durable && hasEffect(call.tool);
  const result = isStored ? keyring.seal(encodeOutcome(outcome), sealContext(run_id, call.key)) : undefined;
  run.outbox.addResult({
    writes: result ? [{ kind: 'effect.end', run_id, call_key: call.key, epoch, result }] : [],
    records: [record],
    repeatable: isRepeatable(call.tool),
  });
  run.list(call, failed ? 'failed' : 'done');
  if (!failed) run.remember(call, outcome.value, { isStored });
  run.calls.put({ ...call, stage: 'ended', outcome: isStored ? undefined : outcome });
}

/** Marks calls that will never start, because a guardrail replaced them or the run was stopped. */
export function markNotStarted(run: ActiveRun, keys: Iterable<string>): void {
  for (const key of keys) {
    const call = run.calls.get(key);
    if (!call || !run.calls.isExpected(key)) continue;
    if (call.stage === 'allowed' && !call.hasIntent)
      run.calls.put({ ...call, stage: 'refused', text: NOT_STARTED });
    else recordEnd(run, call, { failure: NOT_STARTED }, { begun: false });
  }
}

const NOT_STARTED = 'This call never began.';
const NOT_ALLOWED = 'A tool was started before its call was allowed.';
const RUNS_ELSEWHERE = 'The host executes this call itself, so the engine must not execute it, too.';

/** Returns the recorded result of a call that an earlier process executed. */
function replay(run: ActiveRun, call: AllowedCall, sealed: Uint8Array): unknown {
  const text = run.context.keyring.open(sealed, sealContext(run.settings.runId, call.key));
  const outcome = decodeOutcome(text);
  const failed = 'failure' in outcome;
  run.list(call, failed ? 'failed' : 'done');
  if (!failed) run.remember(call, outcome.value, { isStored: true });
  run.calls.put({ ...call, stage: 'ended' });
  return valueOf(outcome);
}

/** Returns the stored result of a call of this process that is requested once more. */
async function storedResult(run: ActiveRun, call: ToolCall): Promise<unknown> {
  await run.outbox.commit();
  const { runId } = run.settings;
  const effects = await run.context.store.getEffects(runId);
  const sealed = effects.find(({ call_key: key }) => key === call.key)?.result;
  if (sealed) return replayOutcome(run.context.keyring.open(sealed, sealContext(runId, call.key)));
  throw new SekishoError('AGENTS-E-RUN-STATE', `The result of the call ${call.key} is not in the store.`);
}

function debugResponse(run: ActiveRun, { tool, callId }: ToolCall, ms: number, ok: boolean): void {
  run.context.debug?.('mcp.response', {
    run_id: run.settings.runId,
    server: tool.server_id,
    method: 'tools/call',
    tool: tool.id,
    call_id: callId,
    ms,
    ok,
  });
}
