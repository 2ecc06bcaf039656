import type { RawCall } from '../sdk/planned-call.ts';
import type { RunScope } from '../sdk/run-scope.ts';

/**
 * Returns the name of a call within its run: the loop, the segment, the turn and the model's id. Call ids alone are not
 * unique, because some models restart their numbering in every turn.
 */
export function callKey(scope: RunScope, segment: number, call: RawCall): string {
  return `${scope.path}#${segment}.${scope.modelCalls}:${call.callId}`;
}
