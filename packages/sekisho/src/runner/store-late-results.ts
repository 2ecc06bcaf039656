import type { Ledger } from './ledger.ts';
import type { Batch } from './run-writer.ts';

/**
 * Stores what a call did that outlived its run, or the wait of its run. The fence of the run no longer holds; that of the
 * call does.
 */
export async function storeLateResults(
  ledger: Pick<Ledger, 'commit'>,
  { writes, records }: Batch,
): Promise<void> {
  try {
    const outcome = await ledger.commit(writes, records);
    // Its process was taken for dead and a person was asked what became of it; what it did is recorded all the same.
    if (!outcome.ok) await ledger.commit([], records);
  } catch (cause) {
    process.emitWarning(`The result of a call that outlived its run could not be stored: ${String(cause)}`, {
      code: 'AGENTS-E-LOG-STORE',
    });
  }
}
