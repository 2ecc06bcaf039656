import { type Checkpoint, checkpointText } from '../audit/verify-execution-log.ts';
import type { CommitOutcome, StateStore, StoreWrite } from '../store/state-store.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { auditRecord, renderedRecord, type AuditRecord } from '../audit/audit-record.ts';
import { canonicalJson } from '../checks/digest.ts';
import type { Keyring } from '../config/keyring.ts';
import { LOG_VERSION } from '../audit/permission-check.ts';
import { LogUnavailableError } from '../store/store-errors.ts';
import { AuditSpool } from './audit-spool.ts';
import type { LoopPacer } from './loop-pacer.ts';

/**
 * `required`: a call needs a durable record before it runs. `best_effort`: a run continues while a separate log is
 * unavailable, and declared reads continue while the store is unavailable; the gap is recorded.
 */
export type AuditMode = 'required' | 'best_effort';

/** `deferred`: nothing is stored yet. The caller retains the writes and the records, and commits them again later. */
export type LedgerOutcome = CommitOutcome | { readonly ok: true; readonly deferred: true };

interface CommitOptions {
  /** Whether only reads depend on this commit. */
  readonly readsOnly?: boolean;
  /** The default is `required`. */
  readonly mode?: AuditMode;
  /** The run that continues after this commit. */
  readonly runId?: string;
}

/** Writes state and its audit records in one transaction, and decides what happens when that fails. */
export class Ledger {
  readonly #store: StateStore;
  readonly #keyring: Keyring;
  readonly #checkpointEvery: number;
  readonly #clock: () => number;
  readonly #retryMs: number;
  readonly #pacer: LoopPacer | undefined;
  #lastHeartbeatAt = Number.NEGATIVE_INFINITY;
  readonly #spool = new AuditSpool();
  #retry: NodeJS.Timeout | undefined;
  #isVersionRecorded = false;
  #sinceCheckpoint = 0;
  /** The checkpoints that are being written. The store must stay open until they are. */
  readonly #checkpoints = new Set<Promise<void>>();

  constructor(
    store: StateStore,
    keyring: Keyring,
    options: {
      readonly checkpointEvery: number;
      readonly clock: () => number;
      /** The time before records that could not be stored are tried again. */
      readonly retryMs?: number | undefined;
      readonly pacer?: LoopPacer | undefined;
    },
  ) {
    this.#store = store;
    this.#keyring = keyring;
    this.#checkpointEvery = options.checkpointEvery;
    this.#clock = options.clock;
    this.#retryMs = options.retryMs ?? RETRY_MS;
    this.#pacer = options.pacer;
  }

  /** The number of records that could not be stored and wait until the log is available again. */
  get spooled(): number {
    return this.#spool.size;
  }

  /** The time of the last stored heartbeat of this process. A rejected or lost heartbeat does not count. */
  get lastHeartbeatAt(): number {
    return this.#lastHeartbeatAt;
  }

  /** Must be called before the lease of this process ends, so that the next write renews it. */
  forgetHeartbeat(): void {
    this.#lastHeartbeatAt = Number.NEGATIVE_INFINITY;
  }

  /** Commits writes and their records in one transaction. */
  async commit(
    writes: readonly StoreWrite[],
    records: readonly AuditRecord[],
    options: CommitOptions = {},
  ): Promise<LedgerOutcome> {
    const late = this.#spool.drain();
    const batch = this.#store.durable ? writes.map(rendered) : [...writes];
    const needsVersion = this.#needsVersionRecord(late.records.length + records.length);
    if (needsVersion) batch.push({ kind: 'log.append', record: VERSION_RECORD });
    for (const record of late.records) batch.push(this.#append(record));
    for (const record of records) batch.push(this.#append(record));
    const heartbeatAt = this.#heartbeatIn(writes);
    try {
      const outcome = await this.#store.commit(batch);
      if (!outcome.ok) this.#spool.requeue(late);
      else this.#afterCommit(late.records.length + records.length, heartbeatAt);
      if (outcome.ok && needsVersion) this.#isVersionRecorded = true;
      // A group of commits ends for many runs at once.
      const pause = options.runId === undefined ? undefined : this.#pacer?.pause(options.runId);
      if (pause) await pause;
      return outcome;
    } catch (cause) {
      this.#spool.requeue(late);
      return cause instanceof LogUnavailableError
        ? this.#withoutLog(writes, records, options, cause)
        : this.#withoutStore(writes, records, options, cause);
    }
  }

  /**
   * Tries to store the waiting records once more, waits for checkpoints, and warns about records that are lost when this
   * process ends.
   */
  async close(): Promise<void> {
    clearTimeout(this.#retry);
    if (this.#spool.hasGap) await this.commit([], []).catch(() => undefined);
    clearTimeout(this.#retry);
    await Promise.all(this.#checkpoints);
    if (!this.#spool.hasGap) return;
    process.emitWarning(`The audit log is unavailable, and ${this.#spool.size} waiting records are lost.`, {
      code: 'AGENTS-E-LOG-STORE',
    });
  }

  /** Handles a failed commit of a store that contains the log, or a failed write of state. Only reads may continue. */
  #withoutStore(
    writes: readonly StoreWrite[],
    records: readonly AuditRecord[],
    { mode, readsOnly }: CommitOptions,
    cause: unknown,
  ): LedgerOutcome {
    if (cause instanceof SekishoError && cause.code.startsWith('AGENTS-E-LOG-')) throw cause;
    if (mode !== 'best_effort' || !readsOnly) throw notStored(cause);
    this.#warn();
    // If both are in one store, neither is stored: a record must not exist for a change that did not happen.
    if (writes.length > 0) return DEFERRED;
    this.#addToSpool(records);
    return { ok: true };
  }

  /**
   * Handles an unavailable separate log. The state is written without it, so that the run continues, and the records follow
   * when the log is available again. Writes with authority wait for the log: approvals and grants count only with their
   * record.
   */
  async #withoutLog(
    writes: readonly StoreWrite[],
    records: readonly AuditRecord[],
    { mode, readsOnly }: CommitOptions,
    unavailable: LogUnavailableError,
  ): Promise<LedgerOutcome> {
    const state = writes.filter(({ kind }) => kind !== 'log.append');
    const own = writes.flatMap((write) => (write.kind === 'log.append' ? [write.record] : []));
    const unwritten = [...own, ...records];
    const needsRecord = state.some(({ kind }) => AUTHORITY_WRITES.has(kind));
    // A heartbeat has no record, so it must not fail because other records wait.
    if (unwritten.length > 0 && (mode !== 'best_effort' || needsRecord)) throw unavailable;
    if (unwritten.length > 0) this.#warn();
    try {
      const outcome: CommitOutcome = state.length > 0 ? await this.#store.commit(state) : { ok: true };
      if (!outcome.ok) return outcome;
    } catch (cause) {
      if (!readsOnly) throw notStored(cause);
      return DEFERRED;
    }
    const heartbeatAt = this.#heartbeatIn(writes);
    if (heartbeatAt !== undefined) this.#lastHeartbeatAt = heartbeatAt;
    this.#addToSpool(unwritten);
    return { ok: true };
  }

  #addToSpool(records: readonly AuditRecord[]): void {
    this.#spool.add(records);
    if (this.#spool.hasGap) this.#retryLater();
  }

  #retryLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      if (this.#spool.hasGap) this.commit([], []).catch(() => this.#retryLater());
    }, this.#retryMs).unref();
  }

  /** Warns once for each outage. The record `audit.gap` contains the counts. */
  #warn(): void {
    if (this.#spool.hasGap) return;
    process.emitWarning(
      'The audit log is unavailable. The run continues, its records wait in memory, and the log will contain a record of the gap.',
      { code: 'AGENTS-E-LOG-STORE' },
    );
  }

  /** Signs the current end of the log and appends the signature. Store the result outside of the store as an anchor. */
  async checkpoint(): Promise<Checkpoint | undefined> {
    const head = await this.#store.lastLog();
    if (!head) return undefined;
    const { seq, hash } = head;
    const signature = this.#keyring.sign(checkpointText(seq, hash));
    const checkpoint = { seq, hash, signature, public_key: this.#keyring.publicKey };
    const record = auditRecord({ run_id: '', event: 'audit.checkpoint', attempt: 0 }, {});
    // The signature is not masked: it looks like a secret but is not.
    const data = canonicalJson({ ...checkpoint, log_version: LOG_VERSION });
    await this.#store.commit([{ kind: 'log.append', record: { ...record, data } }]);
    return checkpoint;
  }

  /**
   * Returns whether to record the version from which on the log names the permission of every execution. The record is
   * written with the first records of each process, and the store stores only the first one. A log in memory needs none.
   */
  #needsVersionRecord(records: number): boolean {
    return !this.#isVersionRecorded && this.#store.durable && records > 0;
  }

  /** Only the store in memory retains records and renders them when they are read. Other stores may copy them. */
  #append(record: AuditRecord): StoreWrite {
    return { kind: 'log.append', record: this.#store.durable ? renderedRecord(record) : record };
  }

  #heartbeatIn(writes: readonly StoreWrite[]): number | undefined {
    return writes.some((each) => each.kind === 'owner.beat' && each.lease_ms > 0) ? this.#clock() : undefined;
  }

  #afterCommit(records: number, heartbeatAt: number | undefined): void {
    if (heartbeatAt !== undefined) this.#lastHeartbeatAt = heartbeatAt;
    // A log in memory needs no signatures.
    if (!this.#store.durable) return;
    this.#sinceCheckpoint += records;
    if (this.#sinceCheckpoint < this.#checkpointEvery) return;
    this.#sinceCheckpoint = 0;
    const written = this.#checkpointLater().finally(() => this.#checkpoints.delete(written));
    this.#checkpoints.add(written);
  }

  async #checkpointLater(): Promise<void> {
    try {
      await this.checkpoint();
    } catch (cause) {
      process.emitWarning(`A checkpoint of the audit log could not be written: ${String(cause)}`, {
        code: 'AGENTS-E-LOG-STORE',
      });
    }
  }
}

const RETRY_MS = 5_000;

const rendered = (write: StoreWrite): StoreWrite =>
  write.kind === 'log.append' ? { ...write, record: renderedRecord(write.record) } : write;

/** The writes that count only together with their record. */
const AUTHORITY_WRITES: ReadonlySet<StoreWrite['kind']> = new Set<StoreWrite['kind']>([
  'approval.create',
  'approval.decide',
  'approval.extend',
  'approval.use',
  'token.issue',
  'token.use',
  'grant.give',
  'grant.use',
  'grant.revoke',
]);

const VERSION_RECORD = auditRecord(
  { run_id: '', tool_call_id: `version:${LOG_VERSION}`, event: 'audit.version', attempt: 0 },
  { log_version: LOG_VERSION },
);
const DEFERRED = { ok: true, deferred: true } as const;

const notStored = (cause: unknown) =>
  new SekishoError('AGENTS-E-STORE', 'The store could not write the record, so the run stops.', { cause });
