import { auditRecord, type AuditRecord } from '../audit/audit-record.ts';
import { LOG_VERSION } from '../audit/permission-check.ts';
import { checkpointText, type Checkpoint } from '../audit/verify-execution-log.ts';
import { canonicalJson } from '../contracts/canonical-json.ts';
import type { Keyring } from '../config/keyring.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { LogAwayError } from '../store/log-away-error.ts';
import type { CommitOutcome, StateStore, StoreWrite } from '../store/state-store.ts';

/** `required`: no durable record, no execution. `best_effort`: reads go on, the gap is marked. */
export type AuditMode = 'required' | 'best_effort';

/** `kept`: nothing is stored yet. Whoever wrote keeps the writes and the records, and brings them again. */
export type LedgerOutcome = CommitOutcome | { readonly ok: true; readonly kept: true };

/** Writes state and its audit records in one transaction, and knows what to do when that fails. */
export class Ledger {
  readonly #store: StateStore;
  readonly #keyring: Keyring;
  readonly #checkpointEvery: number;
  readonly #clock: () => number;
  #lastBeatAt = Number.NEGATIVE_INFINITY;
  #spool: AuditRecord[] = [];
  /** Records beyond the limit of the spool, which the next `audit.gap` counts. */
  #dropped = 0;
  #isDeclared = false;
  #sinceCheckpoint = 0;

  constructor(
    store: StateStore,
    keyring: Keyring,
    options: { readonly checkpointEvery: number; readonly clock: () => number },
  ) {
    this.#store = store;
    this.#keyring = keyring;
    this.#checkpointEvery = options.checkpointEvery;
    this.#clock = options.clock;
  }

  /** Records that could not be stored and wait for the store to come back. */
  get spooled(): number {
    return this.#spool.length;
  }

  /** When the last sign of life of this process was given that the store has. One that it refused or lost does not count. */
  get lastBeatAt(): number {
    return this.#lastBeatAt;
  }

  /** To be called before the lease of this process is ended: the next write renews it. */
  forgetBeat(): void {
    this.#lastBeatAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Commits writes together with their records. `harmless` says that nothing but reads depends on it: then, in
   * best-effort mode, a failing store does not stop the run. Records are required unless the caller says otherwise.
   */
  async commit(
    writes: readonly StoreWrite[],
    records: readonly AuditRecord[],
    options: { harmless?: boolean; mode?: AuditMode } = {},
  ): Promise<LedgerOutcome> {
    const dropped = this.#dropped;
    const late = this.#takeSpool();
    const batch = [...writes];
    const declares = this.#declares(records);
    if (declares) batch.push({ kind: 'log.append', record: VERSION_RECORD });
    for (const record of late) batch.push({ kind: 'log.append', record });
    for (const record of records) batch.push({ kind: 'log.append', record });
    const beatAt = writes.some((each) => each.kind === 'owner.beat' && each.lease_ms > 0)
      ? this.#clock()
      : undefined;
    try {
      const outcome = await this.#store.commit(batch);
      if (!outcome.ok) this.#putBack(late, dropped);
      else this.#afterCommit(late.length + records.length);
      if (outcome.ok && declares) this.#isDeclared = true;
      if (outcome.ok && beatAt !== undefined) this.#lastBeatAt = beatAt;
      return outcome;
    } catch (cause) {
      this.#putBack(late, dropped);
      if (cause instanceof SekishoError && cause.code === 'AGENTS-E-LOG-ROLLBACK') throw cause;
      if (options.mode !== 'best_effort' || !options.harmless) {
        throw new SekishoError(
          'AGENTS-E-STORE',
          'The store did not take the record, so the run stops here.',
          { cause },
        );
      }
      process.emitWarning(
        'An audit record could not be stored. The run goes on; the log will show the gap.',
        {
          code: 'AGENTS-E-LOG-STORE',
        },
      );
      if (writes.length === 0) return this.#spoolUp(records);
      // Where both are one store, neither is stored: a record must not outlive a change that never happened.
      return cause instanceof LogAwayError ? this.#storeWithoutRecords(writes, records) : KEPT;
    }
  }

  /** A log of its own may be down while the state is well; what the run did must not be lost with its record. */
  async #storeWithoutRecords(
    writes: readonly StoreWrite[],
    records: readonly AuditRecord[],
  ): Promise<LedgerOutcome> {
    const state = writes.filter(({ kind }) => kind !== 'log.append');
    const logs = writes.flatMap((write) => (write.kind === 'log.append' ? [write.record] : []));
    const outcome = await this.#store.commit(state).catch(() => KEPT);
    return outcome.ok && !('kept' in outcome) ? this.#spoolUp([...logs, ...records]) : outcome;
  }

  #spoolUp(records: readonly AuditRecord[]): LedgerOutcome {
    const kept = records.slice(0, Math.max(0, MAX_SPOOL - this.#spool.length));
    this.#spool.push(...kept);
    this.#dropped += records.length - kept.length;
    return { ok: true };
  }

  /** Signs the current end of the log and appends the signature. Keep the result outside of the store as an anchor. */
  async checkpoint(): Promise<Checkpoint | undefined> {
    const head = await this.#store.lastLog();
    if (!head) return undefined;
    const { seq, hash } = head;
    const signature = this.#keyring.sign(checkpointText(seq, hash));
    const checkpoint = { seq, hash, signature, public_key: this.#keyring.publicKey };
    const record = auditRecord({ run_id: '', event: 'audit.checkpoint', attempt: 0 }, {});
    // Not masked: a signature looks like a secret but is none.
    const data = canonicalJson({ ...checkpoint, log_version: LOG_VERSION });
    await this.#store.commit([{ kind: 'log.append', record: { ...record, data } }]);
    return checkpoint;
  }

  /**
   * Whether to record from which place on the log names the permission of every execution. It goes with the first records
   * of each process, and the store keeps the first one only. A log in memory needs none.
   */
  #declares(records: readonly AuditRecord[]): boolean {
    return !this.#isDeclared && this.#store.durable && records.length > 0;
  }

  #takeSpool(): AuditRecord[] {
    if (this.#spool.length === 0 && this.#dropped === 0) return [];
    const late = this.#spool;
    const details = { late_records: late.length, dropped_records: this.#dropped };
    this.#spool = [];
    this.#dropped = 0;
    return [auditRecord({ run_id: '', event: 'audit.gap', attempt: 0 }, details), ...late];
  }

  /** Takes back what could not be stored. The gap is recorded anew by the next commit, with its count of then. */
  #putBack([, ...late]: readonly AuditRecord[], dropped: number): void {
    this.#spool.unshift(...late);
    this.#dropped += dropped;
  }

  #afterCommit(records: number): void {
    // A log that dies with the process needs no signatures for later.
    if (!this.#store.durable) return;
    this.#sinceCheckpoint += records;
    if (this.#sinceCheckpoint < this.#checkpointEvery) return;
    this.#sinceCheckpoint = 0;
    this.checkpoint().catch((cause: unknown) => {
      process.emitWarning(`A checkpoint of the audit log could not be written: ${String(cause)}`, {
        code: 'AGENTS-E-LOG-STORE',
      });
    });
  }
}

const MAX_SPOOL = 10_000;
const VERSION_RECORD = auditRecord(
  { run_id: '', tool_call_id: `version:${LOG_VERSION}`, event: 'audit.version', attempt: 0 },
  { log_version: LOG_VERSION },
);
const KEPT = { ok: true, kept: true } as const;
