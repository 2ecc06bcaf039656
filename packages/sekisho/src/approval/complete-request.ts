import type { Keyring } from '../config/keyring.ts';
import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import { sealCall, type SealedCall } from './sealed-call.ts';

/** Finds the complete call of a request that does not have it. */
export type RecoverCall = (approval: HumanApprovalRequest) => Promise<Omit<SealedCall, 'v'> | undefined>;

/** The request with its complete call. Requests of version 0.1 do not have it, so it is recovered if possible. */
export async function completeRequest(
  approval: HumanApprovalRequest,
  keyring: Keyring,
  how: {
    readonly verify: () => Promise<HumanApprovalRequest>;
    readonly recover: RecoverCall;
  },
): Promise<HumanApprovalRequest> {
  if (approval.args_sealed !== undefined || approval.kind === 'outcome') return approval;
  // The digest of the action says what the call is, so the row must be the one that was recorded.
  const verified = await how.verify();
  const call = await how.recover(verified);
  return call ? { ...verified, args_sealed: sealCall(keyring, verified, call) } : verified;
}
