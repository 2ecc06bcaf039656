import type { AuditEvent, LogBody } from '../wire/execution-log.ts';
import { canonicalJson } from '../checks/digest.ts';
import { mask } from './mask.ts';

/** An audit record before it is stored. */
export type AuditRecord = Omit<LogBody, 'seq' | 'timestamp'>;

type RecordHead = Omit<AuditRecord, 'data' | 'decision' | 'tool_call_id'> & {
  decision?: string;
  tool_call_id?: string;
};

type Details = Readonly<Record<string, unknown>>;

/** Creates a record with masked details in canonical form. */
export function auditRecord(head: RecordHead, details: Details): AuditRecord {
  return { ...plainHead(head), data: render(details) };
}

/**
 * Creates a record whose details are masked and rendered when a store reads them. The details must not change afterwards:
 * pass only values that no other code can modify. `data` is a getter of the prototype, which a copy does not contain; use
 * `renderedRecord` for code that may copy the record.
 */
export const lateAuditRecord = (head: RecordHead, details: () => Details): AuditRecord =>
  new LateAuditRecord(head, details);

/** Returns a record whose details are rendered. */
export function renderedRecord(record: AuditRecord): AuditRecord {
  return record instanceof LateAuditRecord ? { ...plainHead(record), data: record.data } : record;
}

// A class, because V8 needs four times the memory for an object with its own getter.
class LateAuditRecord implements AuditRecord {
  readonly run_id: string;
  readonly tool_call_id: string;
  readonly event: AuditEvent;
  readonly attempt: number;
  readonly decision: string;
  #details: string | (() => Details);

  constructor(
    { run_id, tool_call_id = '', event, attempt, decision = '' }: RecordHead,
    details: () => Details,
  ) {
    this.run_id = run_id;
    this.tool_call_id = tool_call_id;
    this.event = event;
    this.attempt = attempt;
    this.decision = decision;
    this.#details = details;
  }

  get data(): string {
    if (typeof this.#details !== 'string') this.#details = render(this.#details());
    return this.#details;
  }
}

const plainHead = ({ run_id, tool_call_id = '', event, attempt, decision = '' }: RecordHead) => ({
  run_id,
  tool_call_id,
  event,
  attempt,
  decision,
});

const render = (details: Details): string => canonicalJson(maskDetails(details));

/**
 * The fields that this package sets itself: ids, digests, numbers, and arguments that are already masked. They are not
 * masked again.
 */
const UNMASKED_FIELDS: ReadonlySet<string> = new Set(
  (
    'after approval_id args args_digest before before_digest call_key display_digest edited_args_digest ' +
    'effect expires_at facts grant_id kind mac ms permission permission_id policy risk_level ' +
    'rule_ids token_hash token_mac token_ttl_ms tool ttl_ms'
  ).split(' '),
);

function maskDetails(details: Details): Record<string, unknown> {
  const masked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(details))
    masked[key] = typeof value === 'boolean' || UNMASKED_FIELDS.has(key) ? value : mask(value);
  return masked;
}
