import type { FlushMode } from './run-writer.ts';
import type { TurnPlan } from './turn-plan.ts';

/** Returns how a turn is stored. A call waits until its decision and its intent are stored, unless it is a repeatable read. */
export function flushModeFor(
  { calls }: Pick<TurnPlan, 'calls'>,
  { isStreamed, mayDelay }: { readonly isStreamed: boolean; readonly mayDelay: boolean },
): FlushMode {
  // If no call runs, the approval requests are stored when the run is suspended; a stream shows them before that.
  const runs = calls.some(({ verdict: { kind } }) => kind === 'run' || kind === 'host');
  if (calls.length > 0 && !runs && !isStreamed) return 'turn';
  return mayDelay ? 'moment' : 'none';
}
