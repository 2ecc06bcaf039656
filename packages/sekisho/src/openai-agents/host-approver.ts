import type { HostApproval } from '@sekisho/engine/integration';
import type { GatedCall } from './upstream-call.ts';
import { ambientScope } from './run-scope.ts';
import { readCall } from './tool-calls-of.ts';

type Approver = (...args: unknown[]) => unknown;

/**
 * Wraps the host's `onApproval`: its decision counts for the given call if that call has a pending approval request which
 * the host may decide. Upstream receives a new object, because it reads the decision several times.
 */
export function approverOf(original: Approver) {
  return async (runContext: unknown, item: unknown): Promise<HostApproval> => {
    const scope = ambientScope.getStore();
    const given = readCall(Reflect.get(Object(item), 'rawItem'));
    const call = given && scope?.calls.get(given.callId);
    if (!scope || !call || call.rawArguments !== given.rawArguments) return {};
    return scope.mediator.requestHostApproval(call, async () => {
      const decision = await original(runContext, item);
      requireUnchanged(item, call);
      return readDecision(decision);
    });
  };
}

/** Throws if the approver changed the displayed call, because the changed call was not approved. */
function requireUnchanged(item: unknown, { callId, wireName, rawArguments }: GatedCall): void {
  const now = readCall(Reflect.get(Object(item), 'rawItem'));
  if (now?.callId === callId && now.wireName === wireName && now.rawArguments === rawArguments) return;
  throw new TypeError('onApproval changed the call that it received.');
}

/** Reads the decision once. Only `true` and `false` are decisions. */
function readDecision(decision: unknown): HostApproval {
  if (typeof decision !== 'object' || decision === null)
    throw new TypeError(
      'onApproval returned no object. It must return { approve: true } or { approve: false }.',
    );
  const approve: unknown = Reflect.get(decision, 'approve');
  const reason: unknown = Reflect.get(decision, 'reason');
  if (typeof approve !== 'boolean') return {};
  return { approve, ...(typeof reason === 'string' && reason !== '' && { reason }) };
}
