import type { FlushMode } from './run-writer.ts';
import type { TurnPlan } from './turn-plan.ts';

/** A call waits until its decision and its intent are stored, unless it is a read that may be repeated. */
export function flushModeFor(
  { calls }: Pick<TurnPlan, 'calls'>,
  { isStreamed, mayDelay }: { readonly isStreamed: boolean; readonly mayDelay: boolean },
): FlushMode {
  // With nothing to run, the questions are stored with the wait that follows; whoever watches a stream sees them before.
  const runs = calls.some(({ verdict: { kind } }) => kind === 'run' || kind === 'host');
  if (calls.length > 0 && !runs && !isStreamed) return 'turn';
  return mayDelay ? 'moment' : 'none';
}
