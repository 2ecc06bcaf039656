import { auditRecord } from '../audit/audit-record.ts';
import type { Approver, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StoreWrite } from '../store/state-store.ts';
import { ttlOf, type Authority } from './authority/authority.ts';

const MAX_SEC = 30 * 24 * 60 * 60;

/** Converts an extension from seconds to milliseconds. Throws when it is out of range. */
export function extensionMs(seconds: number): number {
  if (Number.isInteger(seconds) && seconds > 0 && seconds <= MAX_SEC) return seconds * 1000;
  throw new SekishoError(
    'AGENTS-E-APPROVAL-INVALID',
    `An extension must be a positive whole number of seconds, at most ${MAX_SEC} (30 days).`,
  );
}

/** Returns the request with the new deadline, and the writes that store it. */
export function extension(
  approval: HumanApprovalRequest,
  until: number,
  by: Approver | undefined,
  authority: Authority,
): { readonly extended: HumanApprovalRequest; readonly writes: readonly StoreWrite[] } {
  const { approval_id, run_id, call_key } = approval;
  const expires_at = new Date(until).toISOString();
  const ttl_ms = ttlOf({ ...approval, expires_at });
  const record = auditRecord(
    // The deadline distinguishes several extensions of one request.
    { run_id, tool_call_id: call_key, event: 'approval.extended', attempt: until, decision: 'pending' },
    { approval_id, by: by?.id ?? '', expires_at, ttl_ms, mac: authority.extensionMac(approval, ttl_ms) },
  );
  return {
    extended: { ...approval, expires_at },
    writes: [
      { kind: 'approval.extend', approval_id, expires_at },
      { kind: 'log.append', record },
    ],
  };
}
