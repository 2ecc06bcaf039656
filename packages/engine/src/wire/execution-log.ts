/** The events of the audit log, noun first. */
export const AUDIT_EVENTS = [
  'run.started',
  'run.suspended',
  'run.resumed',
  'run.recovered',
  'run.adopted',
  'run.finished',
  'run.denied',
  'run.failed',
  'plan.made',
  'gate.decision',
  'approval.requested',
  'approval.viewed',
  'context.viewed',
  'approval.extended',
  'approval.assigned',
  'approval.commented',
  'approval.approved',
  'approval.denied',
  'approval.expired',
  'approval.cancelled',
  'approval.reissued',
  'approval.used',
  'token.refused',
  'grant.given',
  'grant.used',
  'grant.expired',
  'grant.revoked',
  'review.allowed',
  'permission.confirmed',
  'permission.used',
  'permission.revoked',
  'tool.start',
  'tool.result',
  'tool.unknown',
  'policy.changed',
  'stop.set',
  'stop.lifted',
  'audit.gap',
  'audit.checkpoint',
  'key.rotated',
  'audit.version',
  'store.restored',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** One record of the audit log. `seq` has no gaps; `hash` chains it to the record before. */
export interface ExecutionLog {
  readonly seq: number;
  readonly run_id: string;
  readonly tool_call_id: string;
  readonly event: AuditEvent;
  readonly attempt: number;
  readonly decision: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** Filters of a query of the audit log. */
export interface ExecutionLogQuery {
  readonly runId?: string | undefined;
  readonly since?: string | undefined;
  readonly event?: AuditEvent | undefined;
  /** Only records of these events. */
  readonly events?: readonly AuditEvent[] | undefined;
  /** Only records after this sequence number. */
  readonly afterSeq?: number | undefined;
  readonly limit?: number | undefined;
}

/** The hashed fields of an audit record: all except the hash. `data` is already canonical JSON text. */
export type LogBody = Omit<ExecutionLog, 'data' | 'hash'> & { readonly data: string };

/** Returns the canonical JSON text (keys sorted) that the audit chain hashes. The writer and the verifier share it. */
export function renderLogBody(body: LogBody): string {
  return (
    `{"attempt":${JSON.stringify(body.attempt)},"data":${body.data},"decision":${JSON.stringify(body.decision)}` +
    `,"event":${JSON.stringify(body.event)},"run_id":${JSON.stringify(body.run_id)},"seq":${body.seq}` +
    `,"timestamp":${JSON.stringify(body.timestamp)},"tool_call_id":${JSON.stringify(body.tool_call_id)}}`
  );
}

/**
 * The permission by which a call starts, as its `tool.start` record states. `id` is the approval or the grant,
 * otherwise empty.
 * - `gate`: the gate allowed the call.
 * - `approval`: a person, or the host program instead of one, approved exactly this call.
 * - `outcome`: a person permitted to repeat a call whose outcome is unknown after a crash.
 * - `grant`: a grant covers the call.
 * - `standing`: a standing permission covers the call.
 * - `review`: the reviewer of the host allowed the call instead of a person.
 * - `continued`: a sub-agent that a person approved before continues after its own wait.
 * - `replay`: a crash interrupted the call, and its owner declared that it may be repeated.
 */
export const START_PERMISSIONS = [
  'gate',
  'approval',
  'outcome',
  'grant',
  'standing',
  'review',
  'continued',
  'replay',
] as const;

/** One permission of a call to start. */
export interface StartPermission {
  readonly kind: (typeof START_PERMISSIONS)[number];
  readonly id: string;
}
