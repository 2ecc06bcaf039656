import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditRecord } from '../audit/audit-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StoreWrite } from '../store/state-store.ts';
import type { RunSettings } from './engine-context.ts';
import { storeLateResults } from './late-results.ts';
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
 * The pending writes of one run. Commits of a run never overlap, keep the order of `add`, and are fenced by its epoch.
 * Everything that is added during a commit shares the next one. After a failed commit every later one throws its error,
 * because below a sub-agent upstream turns the error into a tool result.
 */
export class Outbox {
  readonly #ledger: Pick<Ledger, 'commit'>;
  readonly #run: Pick<RunSettings, 'runId' | 'epoch' | 'auditMode'>;
  readonly #lateRetryMs: readonly number[];
  #pending = emptyBatch();
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Settled when no commit is in flight or waits. It does not reject. */
  #inFlight: Promise<void> | undefined;
  /** The commit that follows the one in flight. It has not taken its batch yet. */
  #next: Promise<void> | undefined;
  /** The latest commit with results that must be durable before the model receives them. */
  #resultsInFlight: Promise<void> | undefined;
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
    const { writes, records, late } = this.#pending;
    return writes.length + records.length + late.length === 0;
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

  /** Adds writes that are created when they are committed, so that one write can contain what was added until then. */
  addLate(create: () => readonly StoreWrite[]): void {
    this.#pending.late.push(create);
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

  /**
   * As `flush`, if a result was added since the last commit. Other pending writes do not delay the next model call. The
   * commit of another call may have taken the result, so a commit with results that is in flight is awaited, too.
   */
  flushResults(): Promise<void> | undefined {
    const flushed = this.#hasResults || this.#claim ? this.flush() : this.requireNoFailure();
    return flushed ?? this.#resultsInFlight;
  }

  /** Resolves when everything that was added is durable. */
  async commit(): Promise<void> {
    this.requireNoFailure();
    if (!this.isEmpty) return this.#commit();
    await this.#inFlight;
    this.requireNoFailure();
  }

  /** As `flushResults`, but calls that end at about the same time share one commit. It also stores results after the end of the run. */
  flushShared(): Promise<void> {
    this.#shared ??= this.#flushAfterCurrent();
    return this.#shared;
  }

  async #flushAfterCurrent(): Promise<void> {
    await this.#inFlight;
    await nextTurn();
    this.#shared = undefined;
    if (!this.#isEnded) return this.flushResults();
    await this.#settled();
    await storeLateResults(this.#ledger, this.#take(), {
      mode: this.#run.auditMode,
      pauses: this.#lateRetryMs,
    });
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
    // Callers of a waiting commit are acknowledged by it, so it takes the batch.
    const batch = this.#next ? emptyBatch() : this.#take();
    await this.#settled();
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
    if (this.#next) return this.#next;
    const stored = this.#inFlight ? (this.#next = this.#inFlight.then(() => this.#write())) : this.#write();
    const end = () => {
      if (this.#inFlight === settled) this.#inFlight = undefined;
    };
    const settled = stored.then(end, end);
    this.#inFlight = settled;
    return stored;
  }

  /** Resolves when no commit is in flight and none waits for its batch. */
  async #settled(): Promise<void> {
    while (this.#inFlight) await this.#inFlight;
  }

  #commitUnawaited(): void {
    this.#commit().catch(() => {});
  }

  /** Takes the pending batch and commits it. */
  async #write(): Promise<void> {
    this.#next = undefined;
    const hasResults = this.#hasResults && !this.mayLag;
    const stored = this.#store(this.#take());
    if (hasResults) this.#resultsInFlight = stored;
    try {
      await stored;
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    } finally {
      if (this.#resultsInFlight === stored) this.#resultsInFlight = undefined;
    }
  }

  async #store(batch: Batch): Promise<void> {
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
    const { writes, records, late, repeatable } = this.#pending;
    this.#pending = emptyBatch();
    this.#hasResults = false;
    for (const create of late) writes.push(...create());
    return { writes, records, repeatable };
  }
}

function emptyBatch() {
  const writes: StoreWrite[] = [];
  const records: AuditRecord[] = [];
  const late: (() => readonly StoreWrite[])[] = [];
  return { writes, records, late, repeatable: true };
}

function conflictOf(write: StoreWrite | undefined, runId: string): SekishoError {
  return write?.kind === 'approval.use' || write?.kind === 'grant.use'
    ? new SekishoError(
        'AGENTS-E-RESUME-TOKEN',
        'The approval of this call was already used, or belongs to another call, so this process did not execute it. Read the state of the run before you try again.',
      )
    : new SekishoError(
        'AGENTS-E-RUN-CONFLICT',
        `Run ${runId} now belongs to another process, so this process stops executing it.`,
      );
}
