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
  readonly harmless: boolean;
}

const MOMENT_MS = 20;
const MAX_PENDING = 200;

/** Writes for one run, fenced by its epoch, in order. */
export class RunWriter {
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  /** What need not be waited for: it goes with the next write that is waited for, or by itself. */
  #waiting = nothing();
  /** What a store that was away did not take: it goes in front of the next write. */
  #kept: StoreWrite[] = [];
  #soon: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;
  #underway: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(settings: SessionSettings, run: RunSettings) {
    this.#settings = settings;
    this.#run = run;
  }

  /** Writes before going on, or behind whatever goes on. */
  async store(batch: Batch, patience: FlushMode): Promise<void> {
    this.requireSound();
    const { writes, records, harmless } = this.#waiting;
    writes.push(...batch.writes);
    records.push(...batch.records);
    this.#waiting.harmless = harmless && batch.harmless;
    // A read does not begin while something waits that more than reads depend on, such as that its run exists.
    if (patience === 'none' || (patience === 'moment' && !this.#waiting.harmless)) return this.#commit();
    if (writes.length + records.length >= MAX_PENDING) this.#flush();
    else if (patience === 'turn') this.#soon ??= setImmediate(() => this.#flush());
    else if (this.#soon === undefined) this.#later ??= setTimeout(() => this.#flush(), MOMENT_MS);
    return undefined;
  }

  /** Throws what stopped the run, if something could not be stored. */
  requireSound(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Hands over what waits, with its fence, once everything before it is stored; and what went wrong behind the run's back. */
  async drain(): Promise<Batch & { readonly failure: { readonly error: unknown } | undefined }> {
    await this.#underway;
    const batch = this.#take();
    return { ...batch, writes: this.#fenced(batch.writes), failure: this.#failure };
  }

  /** Takes back writes that were handed over and could not be stored. */
  requeue(writes: readonly StoreWrite[]): void {
    this.#kept.push(...writes.filter(({ kind }) => kind !== 'run.guard'));
  }

  /** Stores what waits, after whatever was on its way before: not every store keeps the order by itself. */
  #commit(): Promise<void> {
    const batch = this.#take();
    const stored = this.#underway ? this.#underway.then(() => this.#write(batch)) : this.#write(batch);
    const settled = stored
      .catch((error: unknown) => {
        // Whoever waits hears of it, but below a sub-agent upstream makes a mere answer of it; the run must not go on.
        this.#failure ??= { error };
      })
      .finally(() => {
        if (this.#underway === settled) this.#underway = undefined;
      });
    this.#underway = settled;
    return stored;
  }

  async #write(batch: Batch): Promise<void> {
    this.requireSound();
    const { runId, auditMode: mode } = this.#run;
    const { records, harmless } = batch;
    const writes = this.#fenced(batch.writes);
    const outcome = await this.#settings.ledger.commit(writes, records, { harmless, mode });
    if (!outcome.ok) throw lostTo(writes[outcome.failed], runId);
    if (!('kept' in outcome)) return;
    this.requeue([...writes, ...records.map((record): StoreWrite => ({ kind: 'log.append', record }))]);
  }

  /** In front: that the run is still ours, and what could not be stored before. */
  #fenced(writes: readonly StoreWrite[]): StoreWrite[] {
    // A run that is opened by these very writes is nobody else's yet.
    if (writes[0]?.kind === 'run.open') return [...writes];
    const { runId: run_id, epoch } = this.#run;
    const kept = this.#kept;
    this.#kept = [];
    return [{ kind: 'run.guard', run_id, epoch }, ...kept, ...writes];
  }

  #take(): Batch {
    clearImmediate(this.#soon);
    clearTimeout(this.#later);
    this.#soon = undefined;
    this.#later = undefined;
    const batch = this.#waiting;
    this.#waiting = nothing();
    return batch;
  }

  #flush(): void {
    this.#commit().catch(() => {});
  }
}

/** Two batches as one, in this order. */
export function joinBatches<T extends Batch>(first: T, { writes, records, harmless }: Batch): T {
  return {
    ...first,
    writes: [...first.writes, ...writes],
    records: [...first.records, ...records],
    harmless: first.harmless && harmless,
  };
}

const nothing = () => {
  const writes: StoreWrite[] = [];
  const records: AuditRecord[] = [];
  return { writes, records, harmless: true };
};

function lostTo(write: StoreWrite | undefined, runId: string): SekishoError {
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
