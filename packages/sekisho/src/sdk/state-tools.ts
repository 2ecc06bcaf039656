import { originalOf } from './original-tools.ts';
import type { AnyAgent, RunState } from './upstream.ts';

type Turn = NonNullable<RunState<unknown, AnyAgent>['_lastProcessedResponse']>;

/** A state whose last turn may have calls that are still to be carried out. */
export interface StateWithTurn {
  readonly _lastProcessedResponse: Turn | undefined;
}

/** Puts the host's own tools into a state that was read from text, where upstream has them, too. */
export function showOriginals({ _lastProcessedResponse: turn }: StateWithTurn): void {
  for (const { call, key } of turn ? slotsOf(turn) : []) {
    const copy: unknown = Reflect.get(call, key);
    if (originalOf(copy) === copy) continue;
    hidden.set(call, copy);
    Reflect.set(call, key, originalOf(copy));
  }
}

/**
 * Puts the gated copies back before the run goes on that the state belongs to. A tool that the program has put into the
 * state since is left as it is, and the tripwire refuses it.
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

/** Turns that a program or an older version made need not have every list. */
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

/** The gated copies behind the tools that a program sees in a state, by the call that they are for. */
const hidden = new WeakMap<object, unknown>();
