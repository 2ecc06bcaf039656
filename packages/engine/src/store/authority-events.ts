import type { AuditEvent } from '../wire/execution-log.ts';

/** The events about decisions and the progress of a run. Rows that carry authority are compared with their records. */
export const AUTHORITY_EVENTS: readonly AuditEvent[] = [
  'run.started',
  'run.suspended',
  'run.resumed',
  'run.recovered',
  'run.finished',
  'run.denied',
  'run.failed',
  'approval.requested',
  'approval.extended',
  'approval.approved',
  'approval.denied',
  'approval.expired',
  'approval.cancelled',
  'approval.reissued',
  'approval.used',
  'grant.given',
  'grant.used',
  'grant.revoked',
  'tool.start',
  'tool.result',
  'tool.unknown',
];
