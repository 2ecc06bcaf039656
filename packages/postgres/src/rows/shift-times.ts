import type { GrantRecord, HumanApprovalRequest, RunRecord, StoreWrite } from '@sekisho/engine';

/**
 * The runner uses its own clock and the store uses the server's, so that a deadline is the same on every machine. Each of
 * these functions shifts the times of one kind of row by a number of milliseconds.
 */
export function shiftWrites(writes: readonly StoreWrite[], by: number): readonly StoreWrite[] {
  return by === 0 ? writes : writes.map((write) => shiftWrite(write, by));
}

export function shiftApproval(approval: HumanApprovalRequest, by: number): HumanApprovalRequest {
  if (by === 0) return approval;
  const { created_at, expires_at, decided_at, used_at } = approval;
  return {
    ...approval,
    created_at: shift(created_at, by),
    expires_at: shift(expires_at, by),
    ...(decided_at === undefined ? {} : { decided_at: shift(decided_at, by) }),
    ...(used_at === undefined ? {} : { used_at: shift(used_at, by) }),
  };
}

export function shiftGrant(grant: GrantRecord, by: number): GrantRecord {
  return by === 0 ? grant : { ...grant, expires_at: shift(grant.expires_at, by) };
}

export function shiftRun(run: RunRecord, by: number): RunRecord {
  if (by === 0) return run;
  return { ...run, created_at: shift(run.created_at, by), updated_at: shift(run.updated_at, by) };
}

function shiftWrite(write: StoreWrite, by: number): StoreWrite {
  if (write.kind === 'approval.create') return { ...write, approval: shiftApproval(write.approval, by) };
  if (write.kind === 'approval.extend') return { ...write, expires_at: shift(write.expires_at, by) };
  if (write.kind === 'grant.give') return { ...write, grant: shiftGrant(write.grant, by) };
  return write;
}

function shift(time: string, by: number): string {
  const milliseconds = Date.parse(time);
  // An invalid time, or one that would become invalid, stays as it is and counts as expired.
  return Math.abs(milliseconds + by) <= LATEST ? new Date(milliseconds + by).toISOString() : time;
}

/** The largest timestamp of a `Date`. */
const LATEST = 8.64e15;
