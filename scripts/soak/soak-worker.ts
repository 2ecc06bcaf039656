import { SekishoError } from 'sekisho';
import { SharedFaults } from './shared-faults.ts';
import { reportProblem, openSoakRunner } from './soak-runner.ts';
import { readLocation } from './soak-location.ts';

/** One worker process: executes queued segments until it is stopped or killed. */
export async function runSoakWorker(folder: string): Promise<void> {
  const faults = new SharedFaults(folder);
  const { runner, close } = openSoakRunner(readLocation(folder), faults);
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
    // A full disk and an unavailable database are injected faults; any other error is a finding.
    if (error instanceof SekishoError && /^AGENTS-E-(?:LOG-)?STORE$/.test(error.code)) return;
    reportProblem(folder, `worker ${runId}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
