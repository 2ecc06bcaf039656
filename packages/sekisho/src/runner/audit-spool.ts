import { auditRecord, type AuditRecord } from '../audit/audit-record.ts';

/** Records that left the spool to be stored: `audit.gap` in front of them says how many are late and how many were dropped. */
export interface SpooledRecords {
  readonly records: readonly AuditRecord[];
  readonly dropped: number;
}

/** Keeps audit records in memory while the log is not available, 10,000 at the most, and counts those beyond. */
export class AuditSpool {
  #records: AuditRecord[] = [];
  #dropped = 0;

  /** Records that wait for the log. */
  get size(): number {
    return this.#records.length;
  }

  /** Whether the log lacks something. */
  get hasGap(): boolean {
    return this.#records.length > 0 || this.#dropped > 0;
  }

  add(records: readonly AuditRecord[]): void {
    const accepted = records.slice(0, Math.max(0, MAX_SPOOL - this.#records.length));
    this.#records.push(...accepted);
    this.#dropped += records.length - accepted.length;
  }

  /** Hands everything over, with the record that marks the gap in front. */
  drain(): SpooledRecords {
    if (!this.hasGap) return NOTHING;
    const late = this.#records;
    const dropped = this.#dropped;
    const details = { late_records: late.length, dropped_records: dropped };
    this.#records = [];
    this.#dropped = 0;
    return {
      records: [auditRecord({ run_id: '', event: 'audit.gap', attempt: 0 }, details), ...late],
      dropped,
    };
  }

  /** Takes back what could not be stored. The next `take` marks the gap anew, with the counts of then. */
  requeue({ records: [, ...late], dropped }: SpooledRecords): void {
    this.#records.unshift(...late);
    this.#dropped += dropped;
  }
}

const MAX_SPOOL = 10_000;
const NOTHING: SpooledRecords = { records: [], dropped: 0 };
