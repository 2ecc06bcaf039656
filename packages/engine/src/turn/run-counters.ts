import type { GateDecision } from '../wire/gate-decision.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { RunCounters } from '../policy/call-facts.ts';

/** Counts a call that the gate allowed. */
export function countIn(counters: { writes: number; spend: number }, { effect, amount }: GateDecision): void {
  if (effect !== undefined && effect !== 'read') counters.writes += 1;
  if (effect === 'spend') counters.spend += amount ?? 0;
}

/** Returns the number of consecutive denials among the latest decisions. The store lists the newest first. */
function consecutiveDenials(approvals: readonly HumanApprovalRequest[]): number {
  const decided = approvals.filter(({ kind, status }) => kind === 'call' && status !== 'pending');
  const firstOther = decided.findIndex(({ status }) => status !== 'denied');
  return firstOther < 0 ? decided.length : firstOther;
}

/** Returns the counters for the limits of a run when it starts or resumes. */
export const countersOf = (
  earlier: Pick<RunCounters, 'writes' | 'spend'> | undefined,
  approvals: readonly HumanApprovalRequest[],
) => ({ writes: 0, spend: 0, ...earlier, consecutive_refusals: consecutiveDenials(approvals) });
