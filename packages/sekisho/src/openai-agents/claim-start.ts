import type { GatedCall } from './upstream-call.ts';
import type { RunScope } from './run-scope.ts';

/** Throws when a call is started a second time, because a decision permits one start. */
export function claimStart(scope: RunScope, call: GatedCall): void {
  if (started.has(call)) throw scope.mediator.refuse(call, 'The call was started twice.');
  started.add(call);
}

const started = new WeakSet<GatedCall>();
