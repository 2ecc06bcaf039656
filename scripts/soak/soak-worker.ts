import { SekishoError } from 'sekisho';
import { SharedFaults } from './shared-faults.ts';
import { complain, openOffice } from './soak-office.ts';
import { readPlace } from './soak-place.ts';

/** One worker process: carries out whatever waits, until it is told to stop or killed. */
export async function runSoakWorker(folder: string): Promise<void> {
  const faults = new SharedFaults(folder);
  const { runner, close } = openOffice(readPlace(folder), faults);
  const worker = await runner.segments.work({
    concurrency: 6,
    pollMs: 100,
    adoptAfterMs: 3_000,
    clock: faults.clock,
    onOutcome: (runId, outcome) => {
      if (outcome.kind === 'failed') tell(outcome.error, runId);
    },
    onError: (error) => tell(error),
  });
  process.stdout.write('ready\n');
  await new Promise((resolve) => process.stdin.once('end', resolve).resume());
  await worker.stop();
  await close();

  function tell(error: unknown, runId = ''): void {
    // A full disk and a database that is away are what we did to it; everything else is news.
    if (error instanceof SekishoError && error.code === 'AGENTS-E-STORE') return;
    complain(folder, `worker ${runId}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
