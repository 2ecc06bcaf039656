import type { AuditEvent, StateStore, StoreWrite } from 'sekisho';

/** A change by an administrator, for the audit log. It contains names and ids, never secrets. */
export type ChangeRecord = {
  readonly id: string;
  readonly event: Extract<
    AuditEvent,
    'policy.changed' | 'grant.revoked' | 'approval.assigned' | 'approval.commented' | 'run.failed'
  >;
  readonly decision: string;
  readonly run_id?: string;
  readonly facts: Readonly<Record<string, string | number>>;
};

/** Creates the write of a change record. Its details are in canonical form, because the chain hashes them. */
export function changeWrite({ id, event, decision, run_id = '', facts }: ChangeRecord): StoreWrite {
  const sorted = Object.entries(facts).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const data = JSON.stringify(Object.fromEntries(sorted));
  return {
    kind: 'log.append',
    record: { run_id, tool_call_id: id, event, attempt: 0, decision, data },
  };
}

/** Appends a change to the audit log. */
export async function recordChange(store: StateStore, change: ChangeRecord): Promise<void> {
  await store.commit([changeWrite(change)]);
}
