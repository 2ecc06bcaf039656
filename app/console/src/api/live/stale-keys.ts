import type { AuditEvent } from './audit-event.ts';

/** Returns the keys of the cached responses that an event makes stale. The loaded list of requests is never among them. */
export function staleKeys({ event, run_id }: AuditEvent): readonly (readonly string[])[] {
  const stale = STALE.flatMap(([name, keys]) => (event === name || event.startsWith(`${name}.`) ? keys : []));
  return stale.map((key) => key.map((part) => (part === RUN ? run_id : part)));
}

const RUN = '{run}';

const STALE: readonly (readonly [name: string, keys: readonly (readonly string[])[]])[] = [
  ['approval', [['approvals', 'counts'], ['approvals', 'detail'], ['run', RUN], ['runs']]],
  ['approval.requested', [['approvals', 'newest']]],
  ['grant', [['grants'], ['run', RUN]]],
  ['run', [['run', RUN], ['runs'], ['grants'], ['status']]],
  ['policy', [['policies'], ['status']]],
  ['stop', [['stops']]],
  ['permission', [['permissions']]],
  ['audit', [['audit', 'checkpoints']]],
  ['gate', [['run', RUN]]],
  ['tool', [['run', RUN]]],
];
