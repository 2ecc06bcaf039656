import type { AuditEvent } from '../contracts/execution-log.ts';

/** Events that may be recorded many times for the same run and call: each one tells of another moment. */
export const REPEATABLE_EVENTS: ReadonlySet<AuditEvent> = new Set<AuditEvent>([
  'audit.gap',
  'audit.checkpoint',
]);
