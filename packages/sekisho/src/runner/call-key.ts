import type { RawCall } from '../sdk/planned-call.ts';
import type { RunScope } from '../sdk/run-scope.ts';

/**
 * The name of a call within its run: where it was made, after which wait, in which turn, and the model's id for it. Call
 * ids alone do not do: some models start counting anew in every turn.
 */
export function callKey(scope: RunScope, segment: number, call: RawCall): string {
  return `${scope.path}#${segment}.${scope.modelCalls}:${call.callId}`;
}
