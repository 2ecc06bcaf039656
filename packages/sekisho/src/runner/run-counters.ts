import type { GateDecision } from '../contracts/gate-decision.ts';
import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { RunCounters } from '../contracts/run-counters.ts';

/** Counts a call in that the gate let pass. */
export function countIn(counters: { writes: number; spend: number }, { effect, amount }: GateDecision): void {
  if (effect !== undefined && effect !== 'read') counters.writes += 1;
  if (effect === 'spend') counters.spend += amount ?? 0;
}

/** How many of the latest answers of people were no, one after the other; the store lists the newest first. */
function consecutiveDenials(approvals: readonly HumanApprovalRequest[]): number {
  const decided = approvals.filter(({ kind, status }) => kind === 'call' && status !== 'pending');
  const firstOther = decided.findIndex(({ status }) => status !== 'denied');
  return firstOther < 0 ? decided.length : firstOther;
}

/** What counts towards the limits of a run when it begins or goes on. */
export const countersOf = (
  earlier: Pick<RunCounters, 'writes' | 'spend'> | undefined,
  approvals: readonly HumanApprovalRequest[],
) => ({ writes: 0, spend: 0, ...earlier, consecutive_refusals: consecutiveDenials(approvals) });
