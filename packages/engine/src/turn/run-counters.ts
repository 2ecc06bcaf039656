import type { RunSettings } from '../durable/engine-context.ts';
import type { RunCounters } from '../policy/call-facts.ts';
import type { GateDecision } from '../wire/gate-decision.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';

/** Counts a call that the gate allowed. */
export function countIn(counters: { writes: number; spend: number }, { effect, amount }: GateDecision): void {
  if (effect !== undefined && effect !== 'read') counters.writes += 1;
  if (effect === 'spend') counters.spend += amount ?? 0;
}

/**
 * What counts against the limits of a run. Where a run lasts for a conversation, changes and denials count since the last text of
 * the user, because legitimate work would reach a limit for the whole conversation. Spending always counts as a whole.
 */
export class LimitCounters implements RunCounters {
  writes: number;
  spend: number;
  consecutive_refusals: number;
  /** How many calls the gate denied. */
  denials: number;
  readonly #earlierDenials: ReadonlyMap<string, number> | undefined;
  readonly #approvals: readonly HumanApprovalRequest[];

  /** `approvals` are those with which the run was opened. */
  constructor(
    { counters, denials }: Pick<RunSettings, 'counters' | 'denials'>,
    approvals: readonly HumanApprovalRequest[],
  ) {
    this.writes = counters?.writes ?? 0;
    this.spend = counters?.spend ?? 0;
    this.consecutive_refusals = consecutiveDenials(approvals);
    this.denials = Math.max(denials?.used ?? 0, denials?.calls?.size ?? 0);
    this.#earlierDenials = denials?.calls;
    this.#approvals = approvals;
  }

  /** Counts a call that may run. */
  count(decision: GateDecision): void {
    this.consecutive_refusals = 0;
    countIn(this, decision);
  }

  /** Begins again after a text of the user. */
  beginTask(): void {
    this.writes = 0;
    this.consecutive_refusals = 0;
    this.denials = 0;
  }

  /** Counts the denials since the last text of the user, for a run that was opened again. The saved state has the changes. */
  countSince(time: number): void {
    this.consecutive_refusals = consecutiveDenials(this.#approvals, time);
    if (this.#earlierDenials)
      this.denials = Array.from(this.#earlierDenials.values()).filter((at) => at >= time).length;
  }
}

/** A request that was cancelled had no decision. */
const DECIDED: ReadonlySet<HumanApprovalRequest['status']> = new Set(['approved', 'denied', 'expired']);

/** Returns the number of consecutive denials among the latest decisions. The store lists the newest request first. */
function consecutiveDenials(approvals: readonly HumanApprovalRequest[], since = 0): number {
  const decided = approvals.filter(
    ({ kind, status, created_at }) =>
      kind === 'call' && DECIDED.has(status) && Date.parse(created_at) >= since,
  );
  const firstOther = decided.findIndex(({ status }) => status !== 'denied');
  return firstOther < 0 ? decided.length : firstOther;
}
