import type { RunCounters } from '@sekisho/engine/integration';
import type { ResolvedCall } from '../sdk/mediator.ts';
import type { DecidedCall } from './decide-call.ts';
import { countIn } from './run-counters.ts';

/** A call with its key in the run. */
export interface KeyedCall {
  readonly call: ResolvedCall;
  readonly key: string;
}

/**
 * Decides the calls of a turn. With `inOrder`, each call is decided with the earlier calls of the turn counted, so that
 * several calls of one turn cannot exceed a limit together.
 */
export async function decideAll(
  calls: readonly KeyedCall[],
  {
    inOrder,
    counters,
    decide,
  }: {
    readonly inOrder: boolean;
    readonly counters: RunCounters;
    readonly decide: (call: KeyedCall, counters: RunCounters) => Promise<DecidedCall>;
  },
): Promise<DecidedCall[]> {
  if (!inOrder) return Promise.all(calls.map((each) => decide(each, counters)));
  const decided: DecidedCall[] = [];
  const counted = { ...counters };
  for (const call of calls) {
    const each = await decide(call, counted);
    if (each.decision.decision === 'allow') countIn(counted, each.decision);
    decided.push(each);
  }
  return decided;
}
