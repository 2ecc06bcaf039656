import type { HostApproval } from './mediator.ts';
import type { PlannedCall } from './planned-call.ts';
import { ambientScope } from './run-scope.ts';
import { readCall } from './tool-calls-of.ts';

type Approver = (...args: unknown[]) => unknown;

/**
 * The host's `onApproval` behind the checkpoint: its answer counts for the call that it was given, if the question about
 * that call is open and the host may answer it. Upstream gets a new object, because it reads the answer several times.
 */
export function approverOf(original: Approver) {
  return async (runContext: unknown, item: unknown): Promise<HostApproval> => {
    const scope = ambientScope.getStore();
    const given = readCall(Reflect.get(Object(item), 'rawItem'));
    const call = given && scope?.calls.get(given.callId);
    if (!scope || !call || call.rawArguments !== given.rawArguments) return {};
    return scope.mediator.requestHostApproval(scope, call, async () => {
      const decision = await original(runContext, item);
      requireUnchanged(item, call);
      return readDecision(decision);
    });
  };
}

/** An approver that changes what it was shown did not approve what it was shown. */
function requireUnchanged(item: unknown, { callId, wireName, rawArguments }: PlannedCall): void {
  const now = readCall(Reflect.get(Object(item), 'rawItem'));
  if (now?.callId === callId && now.wireName === wireName && now.rawArguments === rawArguments) return;
  throw new TypeError('onApproval changed the call that it was asked about.');
}

/** Only `true` and `false` are answers. The answer is read once. */
function readDecision(decision: unknown): HostApproval {
  if (typeof decision !== 'object' || decision === null)
    throw new TypeError(
      'onApproval returned no object. It has to return { approve: true } or { approve: false }.',
    );
  const approve: unknown = Reflect.get(decision, 'approve');
  const reason: unknown = Reflect.get(decision, 'reason');
  if (typeof approve !== 'boolean') return {};
  return { approve, ...(typeof reason === 'string' && reason !== '' && { reason }) };
}
