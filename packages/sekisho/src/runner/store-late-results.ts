import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditMode, Ledger } from './ledger.ts';
import type { Batch } from './run-writer.ts';

/**
 * Stores what a call did that outlived its run, or the wait of its run. The fence of the run no longer holds; that of the
 * call does.
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
    // Its process was taken for dead and a person was asked what became of one; the others are as good as before.
    for (const [index, write] of writes.entries())
      if (index !== outcome.failed) await ledger.commit([write], [], { mode });
    // What it did is recorded all the same.
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
