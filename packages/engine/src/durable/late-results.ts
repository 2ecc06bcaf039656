import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditRecord } from '../audit/audit-record.ts';
import type { StoreWrite } from '../store/state-store.ts';
import type { AuditMode, Ledger } from './ledger.ts';

/** The results of calls that outlived their run or its wait. */
interface LateResults {
  readonly writes: readonly StoreWrite[];
  readonly records: readonly AuditRecord[];
}

/**
 * Stores results after the end of the run. The fence of the run is no longer valid, but that of each call is. A result that
 * cannot be stored is reported as a warning. `pauses` are the times between the attempts.
 */
export async function storeLateResults(
  ledger: Pick<Ledger, 'commit'>,
  results: LateResults,
  { mode, pauses }: { readonly mode: AuditMode; readonly pauses: readonly number[] },
): Promise<void> {
  for (const pause of [...pauses, undefined]) {
    try {
      return await commitLate(ledger, results, mode);
    } catch (cause) {
      if (pause === undefined) {
        const warning = `The result of a call that outlived its run could not be stored: ${String(cause)}`;
        process.emitWarning(warning, { code: 'AGENTS-E-LOG-STORE' });
      } else await sleep(pause, undefined, { ref: false });
    }
  }
}

async function commitLate(
  ledger: Pick<Ledger, 'commit'>,
  { writes, records }: LateResults,
  mode: AuditMode,
): Promise<void> {
  const outcome = await ledger.commit(writes, records, { mode });
  if (outcome.ok) return;
  // The owner counted as dead and the outcome of this call was requested from a person; the other results are still valid.
  for (const [index, write] of writes.entries())
    if (index !== outcome.failed) await ledger.commit([write], [], { mode });
  // The record of the result is stored in any case.
  await ledger.commit([], records, { mode });
}
