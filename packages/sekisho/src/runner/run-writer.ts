import { SekishoError, type StoreWrite } from '@sekisho/engine';
import type { AuditRecord } from '@sekisho/engine/integration';
import type { RunSettings, SessionSettings } from './session-settings.ts';

/**
 * How long a write may be delayed. `none`: the run waits until it is stored. `turn`: it is written in the next turn of the
 * event loop. `moment`: within a few milliseconds, so that several quick reads share one flush.
 */
export type FlushMode = 'none' | 'turn' | 'moment';

/** Writes and records that belong together. */
export interface Batch {
  readonly writes: readonly StoreWrite[];
  readonly records: readonly AuditRecord[];
  /** Whether only reads depend on it, so that an unavailable audit log need not stop the run in best-effort mode. */
  readonly readsOnly: boolean;
}

const MOMENT_MS = 20;
const MAX_PENDING = 200;

/** Writes for one run, in order and fenced by its epoch. */
export class RunWriter {
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  /** Writes that the run does not wait for. They are stored with the next write that it waits for, or by themselves. */
  #waiting = emptyBatch();
  /** Writes that an unavailable store could not store. They are stored before the next write. */
  #unstored: StoreWrite[] = [];
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #inProgress: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(settings: SessionSettings, run: RunSettings) {
    this.#settings = settings;
    this.#run = run;
  }

  /** Stores a batch. Resolves when it is stored, or immediately if it may be delayed. */
  async store(batch: Batch, mode: FlushMode): Promise<void> {
    this.requireNoFailure();
    const { writes, records, readsOnly } = this.#waiting;
    writes.push(...batch.writes);
    records.push(...batch.records);
    this.#waiting.readsOnly = readsOnly && batch.readsOnly;
    // A read does not start while writes wait on which more than reads depend, such as the write that opens the run.
    if (mode === 'none' || (mode === 'moment' && !this.#waiting.readsOnly)) return this.#commit();
    if (writes.length + records.length >= MAX_PENDING) this.#flush();
    else if (mode === 'turn') this.#immediate ??= setImmediate(() => this.#flush());
    else if (this.#immediate === undefined) this.#timer ??= setTimeout(() => this.#flush(), MOMENT_MS);
    return undefined;
  }

  /** Throws the error of an earlier write that could not be stored. */
  requireNoFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Removes and returns the waiting writes with their fence, after all earlier writes are stored, and an earlier failure. */
  async drain(): Promise<Batch & { readonly failure: { readonly error: unknown } | undefined }> {
    await this.#inProgress;
    const batch = this.#take();
    return { ...batch, writes: this.#fenced(batch.writes), failure: this.#failure };
  }

  /** Adds drained writes that could not be stored again. */
  requeue(writes: readonly StoreWrite[]): void {
    this.#unstored.push(...writes.filter(({ kind }) => kind !== 'run.guard'));
  }

  /** Stores the waiting writes after the writes in progress, because not every store preserves the order. */
  #commit(): Promise<void> {
    const batch = this.#take();
    const stored = this.#inProgress ? this.#inProgress.then(() => this.#write(batch)) : this.#write(batch);
    const settled = stored
      .catch((error: unknown) => {
        // The caller receives the error, but below a sub-agent upstream turns it into a tool result. The run must not continue.
        this.#failure ??= { error };
      })
      .finally(() => {
        if (this.#inProgress === settled) this.#inProgress = undefined;
      });
    this.#inProgress = settled;
    return stored;
  }

  async #write(batch: Batch): Promise<void> {
    this.requireNoFailure();
    const { runId, auditMode } = this.#run;
    const { records, readsOnly } = batch;
    const writes = this.#fenced(batch.writes);
    const outcome = await this.#settings.ledger.commit(writes, records, { readsOnly, mode: auditMode });
    if (!outcome.ok) throw conflictOf(writes[outcome.failed], runId);
    if (!('deferred' in outcome)) return;
    this.requeue([...writes, ...records.map((record): StoreWrite => ({ kind: 'log.append', record }))]);
  }

  /** Prepends the check that this process still owns the run, and the writes that could not be stored before. */
  #fenced(writes: readonly StoreWrite[]): StoreWrite[] {
    // A run that these writes open has no other owner yet.
    if (writes[0]?.kind === 'run.open') return [...writes];
    const { runId: run_id, epoch } = this.#run;
    const unstored = this.#unstored;
    this.#unstored = [];
    return [{ kind: 'run.guard', run_id, epoch }, ...unstored, ...writes];
  }

  #take(): Batch {
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
    this.#immediate = undefined;
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = emptyBatch();
    return batch;
  }

  #flush(): void {
    this.#commit().catch(() => {});
  }
}

/** Returns two batches as one, in this order. */
export function joinBatches<T extends Batch>(first: T, { writes, records, readsOnly }: Batch): T {
  return {
    ...first,
    writes: [...first.writes, ...writes],
    records: [...first.records, ...records],
    readsOnly: first.readsOnly && readsOnly,
  };
}

const emptyBatch = () => {
  const writes: StoreWrite[] = [];
  const records: AuditRecord[] = [];
  return { writes, records, readsOnly: true };
};

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
