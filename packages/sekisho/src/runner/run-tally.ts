import type { GateDecision } from '../contracts/gate-decision.ts';
import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';

/** Counts a call in that the gate let pass. */
export function countIn(counters: { writes: number; spend: number }, { effect, amount }: GateDecision): void {
  if (effect !== undefined && effect !== 'read') counters.writes += 1;
  if (effect === 'spend') counters.spend += amount ?? 0;
}

/** How many of the latest answers of people were no, one after the other; the store lists the newest first. */
export function refusalsInARow(approvals: readonly HumanApprovalRequest[]): number {
  const decided = approvals.filter(({ kind, status }) => kind === 'call' && status !== 'pending');
  const firstYes = decided.findIndex(({ status }) => status !== 'denied');
  return firstYes < 0 ? decided.length : firstYes;
}
