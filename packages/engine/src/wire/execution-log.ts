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
  'gate.decision',
  'approval.requested',
  'approval.viewed',
  'approval.extended',
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
  'tool.start',
  'tool.result',
  'tool.unknown',
  'policy.changed',
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
