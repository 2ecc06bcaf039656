import type { EffectRecord } from '../store/run-record.ts';
import type { StartPermission } from '../wire/execution-log.ts';
import type { ActiveRun } from './active-run.ts';
import type { TurnRequest } from './decide-turn.ts';
import type { JudgedCall, ToolCall } from './tool-call.ts';
import type { TurnDraft } from './turn-draft.ts';

/** Stores the stage of a decided call. Calls whose body does not run now are recorded for telemetry. */
export function putDecided(run: ActiveRun, call: ToolCall): void {
  run.calls.put(call);
  if (call.stage === 'waiting') run.recordSpan(call, 'ask');
  if (call.stage === 'refused') run.recordSpan(call, 'answer');
}

/** Counts a call and adds its start. A call whose effect is done is replayed, so it does not start again. */
export function start(
  run: ActiveRun,
  call: JudgedCall,
  how: {
    readonly permission: StartPermission;
    readonly earlier?: EffectRecord | undefined;
    readonly edited?: JudgedCall | undefined;
    readonly execution?: TurnRequest['execution'];
  },
  draft: TurnDraft,
): ToolCall {
  const { permission, earlier, edited, execution } = how;
  run.counters.count((edited ?? call).decision);
  const hasIntent = execution !== 'later' && earlier?.status !== 'done';
  const editedArguments = edited?.rawArguments;
  if (hasIntent) draft.start(call, permission, editedArguments);
  return { ...call, stage: 'allowed', permission, earlier, editedArguments, hasIntent };
}

/** Returns a call that waits for a person. `Authority.ready()` must have been awaited. */
export function askPerson(
  { permissions }: ActiveRun,
  call: JudgedCall,
  draft: TurnDraft,
  askedBy: 'gate' | 'host',
): ToolCall {
  // A request is decided once. The model can make the call again, with a key and a request of its own.
  if (permissions.isCancelled(call)) return refused(call, CANCELLED);
  return { ...call, stage: 'waiting', approval: permissions.ask(call, draft, askedBy) };
}

const CANCELLED =
  'The approval request of this call was cancelled, and the call was not run. Make the call again if it is still needed.';

/** Returns a call whose body must not run. The model receives the text. */
export function refused(call: JudgedCall, text: string): ToolCall {
  return { ...call, stage: 'refused', text };
}
