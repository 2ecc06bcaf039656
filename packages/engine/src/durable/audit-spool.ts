import { auditRecord, type AuditRecord } from '../audit/audit-record.ts';

/** Records from the spool. The first one, `audit.gap`, contains the numbers of late and of dropped records. */
export interface SpooledRecords {
  readonly records: readonly AuditRecord[];
  readonly dropped: number;
}

/** Stores up to 10,000 audit records in memory while the log is unavailable, and counts the records beyond. */
export class AuditSpool {
  #records: AuditRecord[] = [];
  #dropped = 0;

  /** The number of stored records. */
  get size(): number {
    return this.#records.length;
  }

  /** Whether records are missing in the log. */
  get hasGap(): boolean {
    return this.#records.length > 0 || this.#dropped > 0;
  }

  add(records: readonly AuditRecord[]): void {
    const accepted = records.slice(0, Math.max(0, MAX_SPOOL - this.#records.length));
    this.#records.push(...accepted);
    this.#dropped += records.length - accepted.length;
  }

  /** Removes and returns all records, with the record of the gap first. */
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

  /** Adds records that could not be stored again. The next `drain` creates a new gap record with the current counts. */
  requeue({ records: [, ...late], dropped }: SpooledRecords): void {
    this.#records.unshift(...late);
    this.#dropped += dropped;
  }
}

const MAX_SPOOL = 10_000;
const NOTHING: SpooledRecords = { records: [], dropped: 0 };
