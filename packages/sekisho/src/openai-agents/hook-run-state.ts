import { digestOfText } from '@sekisho/engine/integration';
import { ReadOnlyMediator } from './read-only-mediator.ts';
import { gatesEveryRun } from './hook-runner.ts';
import type { MethodHook } from './method-hook.ts';
import { ambientScope, RunScope } from './run-scope.ts';
import { claimState, ownerOf, rememberSticky, type StateClaim } from './run-state-owner.ts';
import { showOriginals, type StateWithTurn } from './state-tools.ts';
import { readCall } from './tool-calls-of.ts';
import type { AgentsCore } from './upstream.ts';

/**
 * Adds a seal to serialized states of gated runs, and reads them back with gated tools. States of ungated runs are
 * unchanged.
 */
export function runStateHooks(core: AgentsCore): MethodHook[] {
  return [
    {
      owner: core.RunState.prototype,
      name: 'toJSON',
      wrap: (original) =>
        function (...args) {
          const owner = ownerOf(this);
          if (!owner && !ambientScope.getStore()) return Reflect.apply(original, this, args);
          const json: object = withoutStackTraces(() => Reflect.apply(original, this, args));
          if (!owner) return json;
          const { runId, segment } = owner;
          return {
            ...json,
            [MARK]: { runId, segment, seal: owner.seal(digestOfText(JSON.stringify(json))) },
          };
        },
    },
    ...['fromString', 'fromStringWithContext'].map((name): MethodHook => ({
      owner: core.RunState,
      name,
      wrap: (original) =>
        async function (...args) {
          const claim = readClaim(args[1]);
          const read = (): Promise<StateWithTurn> => Reflect.apply(original, this, args);
          if (!claim && !gatesEveryRun()) return read();
          const state = await (ambientScope.getStore()
            ? read()
            : ambientScope.run(new RunScope(new ReadOnlyMediator(), 'r1'), read));
          showOriginals(state);
          if (claim) claimState(state, claim);
          return state;
        },
    })),
    {
      owner: core.RunState.prototype,
      name: 'approve',
      wrap: (original) =>
        function (...args) {
          const [item, options] = args;
          const call = readCall(Reflect.get(Object(item), 'rawItem'));
          if (call && Reflect.get(Object(options), 'alwaysApprove') === true)
            rememberSticky(this, call.callId);
          return Reflect.apply(original, this, args);
        },
    },
  ];
}

/** Returns a state as text, for a store that seals it. */
export function stateText(state: { toString(): string }): string {
  return withoutStackTraces(() => state.toString());
}

const MARK = 'sekisho';

/** Upstream throws and catches thousands of errors here. Without stack traces this is five times faster. */
function withoutStackTraces<T>(work: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function readClaim(text: unknown): StateClaim | undefined {
  if (typeof text !== 'string' || !text.includes(`"${MARK}":`)) return undefined;
  try {
    const { [MARK]: mark, ...json } = JSON.parse(text);
    const { runId, segment, seal } = Object(mark);
    if (typeof runId !== 'string' || typeof segment !== 'number' || typeof seal !== 'string')
      return undefined;
    return { runId, segment, seal, digest: digestOfText(JSON.stringify(json)) };
  } catch {
    return undefined;
  }
}
