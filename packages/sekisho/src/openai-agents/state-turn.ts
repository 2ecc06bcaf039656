import { describeHandoff, describeTool, resolveCall } from './describe-tool.ts';
import { readCall } from './read-items.ts';
import { isRecord, read } from './read-value.ts';
import type { ListedTool, ResolvedCall } from './run-scope.ts';
import { originalOf, toolRecord } from './records.ts';
import type { AnyAgent, Handoff, RunState } from './upstream.ts';

type AnyState = RunState<unknown, AnyAgent>;
type Turn = NonNullable<AnyState['_lastProcessedResponse']>;

/** A state whose last turn may contain calls that have not been executed yet. */
export type StateWithTurn = Pick<AnyState, '_lastProcessedResponse'>;

/** Puts the host's own tools into a state that was read from text, as upstream does. */
export function showOriginals(state: StateWithTurn): void {
  for (const { call, key } of slotsOf(state)) {
    const copy: unknown = Reflect.get(call, key);
    if (originalOf(copy) === copy) continue;
    hidden.set(call, copy);
    Reflect.set(call, key, originalOf(copy));
  }
}

/**
 * Puts the gated copies back before the run of the state resumes. A tool that the program has put into the state since
 * then is unchanged, and the start check rejects it.
 */
export function gateTurn(state: StateWithTurn): void {
  for (const { call, key } of slotsOf(state)) {
    const copy = hidden.get(call);
    if (copy !== undefined && originalOf(copy) === Reflect.get(call, key)) Reflect.set(call, key, copy);
  }
}

/** Returns the calls of the interrupted turn that have not been executed yet. */
export function pendingCalls(
  state: Pick<AnyState, '_lastProcessedResponse' | '_generatedItems' | '_currentStep'>,
): ResolvedCall[] {
  // Upstream resumes only an interrupted turn; after any other turn it calls the model.
  if (state._currentStep?.type !== 'next_step_interruption') return [];
  const done = new Set(state._generatedItems.map(({ rawItem }) => resultOf(rawItem)));
  return slotsOf(state).flatMap(({ call: slot, key }) => {
    const call = readCall(read(slot, 'toolCall') ?? read(read(slot, 'requestItem'), 'rawItem'));
    const listed = listedTool(Reflect.get(slot, key));
    return call && listed && !done.has(call.callId) ? [resolveCall(call, listed)] : [];
  });
}

/** The gated copies of the tools that a program sees in a state, by call. */
const hidden = new WeakMap<object, unknown>();

interface ToolSlot {
  readonly call: object;
  readonly key: string;
}

/** Returns the tool properties of the calls in a turn. Turns that a program or an older version created may lack some lists. */
function slotsOf({ _lastProcessedResponse: response }: StateWithTurn): ToolSlot[] {
  const turn: Partial<Turn> = response ?? {};
  return [
    ...at('tool', turn.functions),
    ...at('shell', turn.shellActions),
    ...at('applyPatch', turn.applyPatchActions),
    ...at('computer', turn.computerActions),
    ...at('mcpTool', turn.mcpApprovalRequests),
    ...at('handoff', turn.handoffs),
  ];
}

const at = (key: string, calls: readonly object[] = []) => calls.map((call) => ({ call, key }));

function listedTool(tool: unknown): ListedTool | undefined {
  if (isHandoff(tool)) return describeHandoff(tool);
  const description = describeTool(tool);
  if (!description || !isRecord(tool)) return undefined;
  // Without a recorded policy, `needsApproval` is evaluated for each call.
  return { description, hostPolicy: toolRecord(tool).hostPolicy ?? 'per_call' };
}

const isHandoff = (value: unknown): value is Handoff => typeof read(value, 'onInvokeHandoff') === 'function';

function resultOf(item: unknown): string {
  const type = String(read(item, 'type'));
  return type.endsWith('_result') || type.endsWith('_output') ? String(read(item, 'callId')) : '';
}
