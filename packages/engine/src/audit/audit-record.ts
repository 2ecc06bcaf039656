import type { AuditEvent } from '../wire/execution-log.ts';
import { canonicalJson } from '../checks/digest.ts';
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

/** Creates a record with masked details in canonical form. */
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
    data: canonicalJson(maskDetails(details)),
  };
}

/**
 * The fields that this package sets itself: ids, digests, numbers, and arguments that are already masked. They are not
 * masked again.
 */
const UNMASKED_FIELDS: ReadonlySet<string> = new Set([
  'after',
  'approval_id',
  'args',
  'args_digest',
  'before',
  'before_digest',
  'display_digest',
  'edited_args_digest',
  'effect',
  'expires_at',
  'grant_id',
  'kind',
  'mac',
  'ms',
  'permission',
  'permission_id',
  'policy',
  'risk_level',
  'rule_ids',
  'token_hash',
  'token_mac',
  'token_ttl_ms',
  'tool',
  'ttl_ms',
]);

function maskDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const masked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(details))
    masked[key] = UNMASKED_FIELDS.has(key) ? value : mask(value);
  return masked;
}
