import type { AuditRecord } from './audit-record.ts';

/** Every event of the log, in the order of a run. */
export const EVENT_NAMES = [
  'run.started',
  'run.suspended',
  'run.resumed',
  'run.recovered',
  'run.finished',
  'run.denied',
  'run.failed',
  'gate.decision',
  'approval.requested',
  'approval.approved',
  'approval.denied',
  'approval.expired',
  'approval.cancelled',
  'approval.reissued',
  'approval.used',
  'grant.given',
  'grant.revoked',
  'tool.start',
  'tool.result',
  'tool.unknown',
  'policy.changed',
  'key.rotated',
  'audit.gap',
  'audit.checkpoint',
] as const satisfies readonly AuditRecord['event'][];
