import type { AuditRecord } from '../audit/audit-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StoreWrite } from '../store/state-store.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';

/**
 * How long a write may wait for company. `none`: the run waits until it is stored. `turn`: it is on its way as soon as the
 * event loop turns. `moment`: within a few milliseconds, so that several quick reads share one trip to the disk.
 */
export type FlushMode = 'none' | 'turn' | 'moment';

/** Writes and records that belong together. */
export interface Batch {
  readonly writes: readonly StoreWrite[];
  readonly records: readonly AuditRecord[];
  /** Nothing but reads depends on it, so a failing audit store need not stop the run in best-effort mode. */
  readonly readsOnly: boolean;
}

const MOMENT_MS = 20;
const MAX_PENDING = 200;

/** Writes for one run, fenced by its epoch, in order. */
export class RunWriter {
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  /** What need not be waited for: it goes with the next write that is waited for, or by itself. */
  #waiting = emptyBatch();
  /** What a store that was away did not take: it goes in front of the next write. */
  #unstored: StoreWrite[] = [];
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #inProgress: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(settings: SessionSettings, run: RunSettings) {
    this.#settings = settings;
    this.#run = run;
  }

  /** Writes before going on, or behind whatever goes on. */
  async store(batch: Batch, mode: FlushMode): Promise<void> {
    this.requireNoFailure();
    const { writes, records, readsOnly } = this.#waiting;
    writes.push(...batch.writes);
    records.push(...batch.records);
    this.#waiting.readsOnly = readsOnly && batch.readsOnly;
    // A read does not begin while something waits that more than reads depend on, such as that its run exists.
    if (mode === 'none' || (mode === 'moment' && !this.#waiting.readsOnly)) return this.#commit();
    if (writes.length + records.length >= MAX_PENDING) this.#flush();
    else if (mode === 'turn') this.#immediate ??= setImmediate(() => this.#flush());
    else if (this.#immediate === undefined) this.#timer ??= setTimeout(() => this.#flush(), MOMENT_MS);
    return undefined;
  }

  /** Throws what stopped the run, if something could not be stored. */
  requireNoFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Hands over what waits, with its fence, once everything before it is stored; and what went wrong behind the run's back. */
  async drain(): Promise<Batch & { readonly failure: { readonly error: unknown } | undefined }> {
    await this.#inProgress;
    const batch = this.#take();
    return { ...batch, writes: this.#fenced(batch.writes), failure: this.#failure };
  }

  /** Takes back writes that were handed over and could not be stored. */
  requeue(writes: readonly StoreWrite[]): void {
    this.#unstored.push(...writes.filter(({ kind }) => kind !== 'run.guard'));
  }

  /** Stores what waits, after whatever was on its way before: not every store keeps the order by itself. */
  #commit(): Promise<void> {
    const batch = this.#take();
    const stored = this.#inProgress ? this.#inProgress.then(() => this.#write(batch)) : this.#write(batch);
    const settled = stored
      .catch((error: unknown) => {
        // Whoever waits hears of it, but below a sub-agent upstream makes a mere answer of it; the run must not go on.
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

  /** In front: that the run is still ours, and what could not be stored before. */
  #fenced(writes: readonly StoreWrite[]): StoreWrite[] {
    // A run that is opened by these very writes is nobody else's yet.
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

/** Two batches as one, in this order. */
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
        'The approval of this call was used already, or is not for this call.',
      )
    : new SekishoError(
        'AGENTS-E-RUN-CONFLICT',
        `Run ${runId} belongs to another process now; this one stops.`,
      );
}
