import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { StoreWrite } from './state-store.ts';
import { expiryOf } from './store-time.ts';

type Decision = Extract<StoreWrite, { kind: 'approval.decide' }>;

/** Returns the approval after this decision, or undefined when its status or expiry forbids the decision. */
export function decidedApproval(
  approval: HumanApprovalRequest,
  decision: Decision,
  time: { readonly now: number; readonly iso: string },
): HumanApprovalRequest | undefined {
  if (approval.status !== 'pending' || !isTimely(decision.to, expiryOf(approval.expires_at) <= time.now))
    return undefined;
  return withDecision(approval, decision, time.iso);
}

function withDecision(
  approval: HumanApprovalRequest,
  decision: Decision,
  decided_at: string,
): HumanApprovalRequest {
  return {
    ...approval,
    status: decision.to,
    decided_at,
    ...(decision.by === null ? {} : { decided_by: decision.by }),
    ...(decision.comment === undefined ? {} : { comment: decision.comment }),
    ...(decision.edited_args === undefined ? {} : { edited_args: decision.edited_args }),
    ...(decision.values_once ? { values_once: true } : {}),
  };
}

/**
 * Returns the approval with a later expiry, or undefined when it is already decided or expired, or the time is not
 * later.
 */
export function extendedApproval(
  approval: HumanApprovalRequest,
  expires_at: string,
  now: number,
): HumanApprovalRequest | undefined {
  const expiry = expiryOf(approval.expires_at);
  if (approval.status !== 'pending' || expiry <= now || expiryOf(expires_at) <= expiry) return undefined;
  return { ...approval, expires_at };
}

function isTimely(to: Decision['to'], isPastExpiry: boolean): boolean {
  // Cancellation permits nothing, so it is always possible.
  const timely = { approved: !isPastExpiry, denied: !isPastExpiry, expired: isPastExpiry, cancelled: true };
  return timely[to];
}

/** Returns the approvals after the decisions among these writes. */
export function withDecisions(
  approvals: readonly HumanApprovalRequest[],
  writes: readonly StoreWrite[],
  now: number,
): readonly HumanApprovalRequest[] {
  const decisions = writes.filter((write) => write.kind === 'approval.decide');
  return approvals.map((approval) => {
    const decision = decisions.find(({ approval_id: id }) => id === approval.approval_id);
    return decision ? withDecision(approval, decision, new Date(now).toISOString()) : approval;
  });
}
