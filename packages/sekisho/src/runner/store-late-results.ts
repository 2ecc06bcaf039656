import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditMode, Ledger } from './ledger.ts';
import type { Batch } from './run-writer.ts';

/**
 * Stores the results of calls that outlived their run or its wait. The fence of the run is no longer valid, but that of
 * each call is.
 */
export async function storeLateResults(
  ledger: Pick<Ledger, 'commit'>,
  { writes, records }: Batch,
  mode: AuditMode,
  pauses: readonly number[] = [250, 1000, 4000],
): Promise<void> {
  try {
    const outcome = await ledger.commit(writes, records, { mode });
    if (outcome.ok) return;
    // The owner counted as dead and the outcome of this call was requested from a person; the other results are still valid.
    for (const [index, write] of writes.entries())
      if (index !== outcome.failed) await ledger.commit([write], [], { mode });
    // The record of the result is stored in any case.
    await ledger.commit([], records, { mode });
  } catch (cause) {
    const [pause, ...later] = pauses;
    if (pause !== undefined) {
      await sleep(pause, undefined, { ref: false });
      return storeLateResults(ledger, { writes, records, readsOnly: false }, mode, later);
    }
    process.emitWarning(`The result of a call that outlived its run could not be stored: ${String(cause)}`, {
      code: 'AGENTS-E-LOG-STORE',
    });
  }
}
