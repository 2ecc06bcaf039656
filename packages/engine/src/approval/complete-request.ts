import type { Keyring } from '../config/keyring.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { sealCall, type SealedCall } from './sealed-call.ts';

/** Recovers the complete call of a request that does not contain it. */
export type RecoverCall = (approval: HumanApprovalRequest) => Promise<Omit<SealedCall, 'v'> | undefined>;

/**
 * Returns the request with its complete call. Requests of version 0.1 do not contain it, so it is recovered if
 * possible.
 */
export async function completeRequest(
  approval: HumanApprovalRequest,
  keyring: Keyring,
  how: {
    readonly verify: () => Promise<HumanApprovalRequest>;
    readonly recover: RecoverCall;
  },
): Promise<HumanApprovalRequest> {
  if (approval.args_sealed !== undefined || approval.kind === 'outcome') return approval;
  // The action digest identifies the call, so the row must match its record.
  const verified = await how.verify();
  const call = await how.recover(verified);
  return call ? { ...verified, args_sealed: sealCall(keyring, verified, call) } : verified;
}
