import type { AuditEvent } from '../contracts/execution-log.ts';
import { mask } from './mask.ts';

/** An audit record before it is stored. */
export interface AuditRecord {
  readonly run_id: string;
  readonly tool_call_id: string;
  readonly event: AuditEvent;
  readonly attempt: number;
  readonly decision: string;
  readonly data: string;
}

/** Builds a record whose details are masked and in canonical form. */
export function auditRecord(
  head: Omit<AuditRecord, 'data' | 'decision' | 'tool_call_id'> & {
    decision?: string;
    tool_call_id?: string;
  },
  details: Readonly<Record<string, unknown>>,
): AuditRecord {
  return {
    run_id: head.run_id,
    tool_call_id: head.tool_call_id ?? '',
    event: head.event,
    attempt: head.attempt,
    decision: head.decision ?? '',
    // mask() also sorts the keys, so this is canonical JSON.
    data: JSON.stringify(mask(details)),
  };
}
