import type { AuditRecord } from '../audit/audit-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StoreWrite } from '../store/state-store.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';

// Long enough for a few quick reads to share one trip to the disk, short enough that nobody watching the run notices.
const LONGEST_WAIT_MS = 20;
const MOST_WAITING = 200;

/** Writes for one run, fenced by its epoch, in order. */
export class RunWriter {
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  /** What need not be waited for: it goes with the next write that is waited for, or after a moment. */
  #behind: { writes: StoreWrite[]; records: AuditRecord[] } = { writes: [], records: [] };
  #timer: NodeJS.Timeout | undefined;
  #lateFailure: { readonly error: unknown } | undefined;

  constructor(settings: SessionSettings, run: RunSettings) {
    this.#settings = settings;
    this.#run = run;
  }

  /** Writes before going on, or, where only repeatable reads depend on it and the run allows that, behind it. */
  async store(
    writes: readonly StoreWrite[],
    records: readonly AuditRecord[],
    repeatable: boolean,
  ): Promise<void> {
    if (!repeatable || this.#run.auditMode === 'required' || !this.#settings.store.durable) {
      return this.commit(writes, records, repeatable);
    }
    if (this.#lateFailure) throw this.#lateFailure.error;
    this.#behind.writes.push(...writes);
    this.#behind.records.push(...records);
    if (this.#behind.writes.length + this.#behind.records.length >= MOST_WAITING) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), LONGEST_WAIT_MS);
    return undefined;
  }

  /** Writes what waits and this, together, before going on. */
  async commit(
    writes: readonly StoreWrite[],
    records: readonly AuditRecord[],
    harmless = true,
  ): Promise<void> {
    const { runId, epoch, auditMode: mode } = this.#run;
    const earlier = this.take();
    const batch: StoreWrite[] = [{ kind: 'run.guard', run_id: runId, epoch }, ...earlier.writes, ...writes];
    const told = [...earlier.records, ...records];
    const outcome = await this.#settings.ledger.commit(batch, told, { harmless, mode });
    if (this.#lateFailure) throw this.#lateFailure.error;
    if (!outcome.ok) throw lostTo(batch[outcome.failed], runId);
  }

  /** Hands over what waits, to be written before anything newer. */
  take(): { readonly writes: StoreWrite[]; readonly records: AuditRecord[] } {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const taken = this.#behind;
    this.#behind = { writes: [], records: [] };
    return taken;
  }

  #flush(): void {
    this.commit([], []).catch((error: unknown) => {
      this.#lateFailure ??= { error };
    });
  }
}

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
