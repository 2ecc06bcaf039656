import type { PlannedCall } from './planned-call.ts';
import type { RunScope } from './run-scope.ts';

/** A decision is for one start. Refuses the second, which only an answer that nobody judged can lead to. */
export function claimStart(scope: RunScope, call: PlannedCall): void {
  if (started.has(call)) throw scope.mediator.refuse(call, 'A call was to be started twice.');
  started.add(call);
}

const started = new WeakSet<PlannedCall>();
