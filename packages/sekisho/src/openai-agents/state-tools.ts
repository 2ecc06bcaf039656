import { originalOf } from './original-tools.ts';
import type { AnyAgent, RunState } from './upstream.ts';

type Turn = NonNullable<RunState<unknown, AnyAgent>['_lastProcessedResponse']>;

/** A state whose last turn may contain calls that have not been executed yet. */
export interface StateWithTurn {
  readonly _lastProcessedResponse: Turn | undefined;
}

/** Puts the host's own tools into a state that was read from text, as upstream does. */
export function showOriginals({ _lastProcessedResponse: turn }: StateWithTurn): void {
  for (const { call, key } of turn ? slotsOf(turn) : []) {
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
export function gateTurn({ _lastProcessedResponse: turn }: StateWithTurn): void {
  for (const { call, key } of turn ? slotsOf(turn) : []) {
    const copy = hidden.get(call);
    if (copy !== undefined && originalOf(copy) === Reflect.get(call, key)) Reflect.set(call, key, copy);
  }
}

interface ToolSlot {
  readonly call: object;
  readonly key: string;
}

/** Returns the tool properties of the calls in a turn. Turns that a program or an older version created may lack some lists. */
function slotsOf(turn: Partial<Turn>): ToolSlot[] {
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

/** The gated copies of the tools that a program sees in a state, by call. */
const hidden = new WeakMap<object, unknown>();
