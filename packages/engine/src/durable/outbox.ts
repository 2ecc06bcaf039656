import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { AuditRecord } from '../audit/audit-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StoreWrite } from '../store/state-store.ts';
import type { RunSettings } from './engine-context.ts';
import type { Ledger } from './ledger.ts';

/** Writes and records that belong together. */
export interface Batch {
  readonly writes: readonly StoreWrite[];
  readonly records: readonly AuditRecord[];
  /** Whether only repeatable reads depend on it, so that their commit may be delayed. */
  readonly repeatable: boolean;
}

/** The pending batch at the end of a run, with the error of an earlier commit. */
export type FinalBatch = Batch & { readonly failure: { readonly error: unknown } | undefined };

/** Returns the error for the caller when this write of the claim failed. */
type ClaimRefusal = (failed: StoreWrite) => Promise<SekishoError>;

const DELAY_MS = 20;
/** How long the decision of a person may be delayed so that it shares the commit of the first call. */
const CLAIM_DELAY_MS = 100;
const MAX_PENDING = 200;

/**
 * The pending writes of one run. Commits of a run never overlap, keep the order of `add`, and are fenced by its epoch. After
 * a failed commit every later one throws its error, because below a sub-agent upstream turns the error into a tool result.
 */
export class Outbox {
  readonly #ledger: Pick<Ledger, 'commit'>;
  readonly #run: Pick<RunSettings, 'runId' | 'epoch' | 'auditMode'>;
  readonly #lateRetryMs: readonly number[];
  #pending = emptyBatch();
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #inFlight: Promise<void> | undefined;
  #shared: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #claim: { readonly writes: readonly StoreWrite[]; readonly refusal: ClaimRefusal } | undefined;
  #isRefused = false;
  #hasResults = false;
  #isEnded = false;

  /** `lateRetryMs` contains the pauses between the attempts to store results that outlived the run. */
  constructor(
    ledger: Pick<Ledger, 'commit'>,
    run: Pick<RunSettings, 'runId' | 'epoch' | 'auditMode'>,
    lateRetryMs: readonly number[] = [250, 1000, 4000],
  ) {
    this.#ledger = ledger;
    this.#run = run;
    this.#lateRetryMs = lateRetryMs;
  }

  get isEmpty(): boolean {
    return this.#pending.writes.length + this.#pending.records.length === 0;
  }

  /** Whether the pending writes may be committed later: only repeatable reads depend on them. */
  get mayLag(): boolean {
    return this.#pending.repeatable && this.#run.auditMode !== 'required';
  }

  /** Adds a batch. It is part of the next commit. */
  add({ writes, records, repeatable }: Batch): void {
    const pending = this.#pending;
    pending.writes.push(...writes);
    pending.records.push(...records);
    pending.repeatable &&= repeatable;
  }

  /** Adds the result of a call, which must be durable before the model receives it (`flushResults`). */
  addResult(batch: Batch): void {
    this.add(batch);
    this.#hasResults = true;
  }

  /**
   * Adds the claim of a resumed run. It is stored with the first commit, which makes this process the owner of the run: before
   * that no call starts and the model is not called. If the claim is refused, nothing of that commit is stored.
   */
  claim(batch: Batch, refusal: ClaimRefusal): void {
    this.add(batch);
    this.#claim = { writes: batch.writes, refusal };
    this.#timer ??= setTimeout(() => this.#commitUnawaited(), CLAIM_DELAY_MS);
  }

  /** Whether the claim of the run is pending, was refused, or may not have been stored. */
  get isUnclaimed(): boolean {
    return this.#claim !== undefined;
  }

  /** Stores a pending claim. `unknown`: the store did not respond, so the claim may be stored. */
  async claimOutcome(): Promise<'stored' | 'refused' | 'unknown'> {
    if (this.#claim) await this.commit().catch(() => {});
    if (!this.#claim) return 'stored';
    return this.#isRefused ? 'refused' : 'unknown';
  }

  /** Throws the error of an earlier commit. */
  requireNoFailure(): undefined {
    if (this.#failure) throw this.#failure.error;
  }

  /**
   * Resolves when everything that was added is durable. Writes on which only repeatable reads depend may follow later; then
   * there is nothing to wait for, and no promise is returned.
   */
  flush(): Promise<void> | undefined {
    if (this.#claim) return this.commit();
    this.requireNoFailure();
    if (this.isEmpty) return undefined;
    return this.mayLag ? this.schedule('delayed') : this.#commit();
  }

  /** As `flush`, if a result was added since the last commit. Other pending writes do not delay the next model call. */
  flushResults(): Promise<void> | undefined {
    return this.#hasResults || this.#claim ? this.flush() : this.requireNoFailure();
  }

  /** Resolves when everything that was added is durable. */
  async commit(): Promise<void> {
    this.requireNoFailure();
    if (!this.isEmpty) return this.#commit();
    await this.#inFlight;
    this.requireNoFailure();
  }

  /** As `flush`, but calls that end at about the same time share one commit. It also stores results after the end of the run. */
  flushShared(): Promise<void> {
    this.#shared ??= this.#flushAfterCurrent();
    return this.#shared;
  }

  async #flushAfterCurrent(): Promise<void> {
    await this.#inFlight;
    await nextTurn();
    this.#shared = undefined;
    if (this.#isEnded) await this.#storeLate();
    else await this.flush();
  }

  /** Commits soon without waiting: in the next turn of the event loop (`tick`), or within a few milliseconds (`delayed`). */
  schedule(mode: 'tick' | 'delayed'): undefined {
    this.requireNoFailure();
    const { writes, records } = this.#pending;
    if (writes.length + records.length >= MAX_PENDING) this.#commitUnawaited();
    else if (mode === 'tick') this.#immediate ??= setImmediate(() => this.#commitUnawaited());
    else if (this.#immediate === undefined)
      this.#timer ??= setTimeout(() => this.#commitUnawaited(), DELAY_MS);
  }

  /** Returns the pending batch with its fence, after all earlier commits. The caller commits it with the end of the run. */
  async end(): Promise<FinalBatch> {
    this.#isEnded = true;
    const batch = this.#take();
    await this.#inFlight;
    // Writes that the commit in flight could not store come first.
    const { writes, records, repeatable } = this.#take();
    return {
      writes: this.#fenced([...writes, ...batch.writes]),
      records: [...records, ...batch.records],
      repeatable: repeatable && batch.repeatable,
      failure: this.#failure,
    };
  }

  /** Adds writes again that could not be stored with the end of the run. */
  requeue(writes: readonly StoreWrite[]): void {
    this.#pending.writes.unshift(...writes.filter(({ kind }) => kind !== 'run.guard'));
  }

  /** Commits the pending batch after the commit in flight, because not every store preserves the order. */
  #commit(): Promise<void> {
    const batch = this.#take();
    const stored = this.#inFlight ? this.#inFlight.then(() => this.#write(batch)) : this.#write(batch);
    const settled = stored
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        if (this.#inFlight === settled) this.#inFlight = undefined;
      });
    this.#inFlight = settled;
    return stored;
  }

  #commitUnawaited(): void {
    this.#commit().catch(() => {});
  }

  async #write(batch: Batch): Promise<void> {
    this.requireNoFailure();
    const { runId, auditMode: mode } = this.#run;
    const writes = this.#fenced(batch.writes);
    const options = { readsOnly: batch.repeatable, mode, runId };
    const outcome = await this.#ledger.commit(writes, batch.records, options);
    if (!outcome.ok) throw await this.#rejection(writes[outcome.failed]);
    this.#claim = undefined;
    if (!('deferred' in outcome)) return;
    this.requeue([...writes, ...batch.records.map((record): StoreWrite => ({ kind: 'log.append', record }))]);
  }

  #rejection(failed: StoreWrite | undefined): SekishoError | Promise<SekishoError> {
    const claim = this.#claim;
    this.#isRefused = claim !== undefined;
    return failed && claim?.writes.includes(failed)
      ? claim.refusal(failed)
      : conflictOf(failed, this.#run.runId);
  }

  /**
   * Stores the results of calls that outlived the run or its wait. The fence of the run is no longer valid, but that of each
   * call is. A result that cannot be stored is reported as a warning.
   */
  async #storeLate(): Promise<void> {
    const { writes, records } = this.#take();
    for (const pause of [...this.#lateRetryMs, undefined]) {
      try {
        return await this.#commitLate(writes, records);
      } catch (cause) {
        if (pause === undefined) {
          const warning = `The result of a call that outlived its run could not be stored: ${String(cause)}`;
          process.emitWarning(warning, { code: 'AGENTS-E-LOG-STORE' });
        } else await sleep(pause, undefined, { ref: false });
      }
    }
  }

  async #commitLate(writes: readonly StoreWrite[], records: readonly AuditRecord[]): Promise<void> {
    const { auditMode: mode } = this.#run;
    const outcome = await this.#ledger.commit(writes, records, { mode });
    if (outcome.ok) return;
    // The owner counted as dead and the outcome of this call was requested from a person; the other results are still valid.
    for (const [index, write] of writes.entries())
      if (index !== outcome.failed) await this.#ledger.commit([write], [], { mode });
    // The record of the result is stored in any case.
    await this.#ledger.commit([], records, { mode });
  }

  /** Prepends the check that this process still owns the run. */
  #fenced(writes: readonly StoreWrite[]): StoreWrite[] {
    // A run that these writes open or claim has no other owner yet.
    if (this.#claim || writes[0]?.kind === 'run.open') return [...writes];
    const { runId: run_id, epoch } = this.#run;
    return [{ kind: 'run.guard', run_id, epoch }, ...writes];
  }

  #take(): Batch {
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
    this.#immediate = undefined;
    this.#timer = undefined;
    const batch = this.#pending;
    this.#pending = emptyBatch();
    this.#hasResults = false;
    return batch;
  }
}

function emptyBatch() {
  const writes: StoreWrite[] = [];
  const records: AuditRecord[] = [];
  return { writes, records, repeatable: true };
}

function conflictOf(write: StoreWrite | undefined, runId: string): SekishoError {
  return write?.kind === 'approval.use' || write?.kind === 'grant.use'
    ? new SekishoError(
        'AGENTS-E-RESUME-TOKEN',
        'The approval of this call was already used, or belongs to another call.',
      )
    : new SekishoError(
        'AGENTS-E-RUN-CONFLICT',
        `Run ${runId} now belongs to another process, so this process stops executing it.`,
      );
}
