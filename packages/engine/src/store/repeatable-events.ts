import type { AuditEvent } from '../wire/execution-log.ts';

/** Events that may be recorded several times for the same run and call. */
export const REPEATABLE_EVENTS: ReadonlySet<AuditEvent> = new Set<AuditEvent>([
  'audit.gap',
  'audit.checkpoint',
]);
