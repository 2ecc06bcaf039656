import { parseArgs } from 'node:util';
import { positiveInteger } from '@sekisho/engine/integration';
import type { AgentRunner } from '../runner/agent-runner.ts';
import type { SegmentOutcome, WorkerHandle } from '@sekisho/engine';
import type { CommandHost } from './command-host.ts';
import { loadRunner } from './load-runner.ts';

/**
 * Runs `sekisho worker <module>`: executes the runs of the runner that the module exports until the process is
 * requested to stop.
 */
export async function workerCommand(args: readonly string[], host: CommandHost): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { concurrency: { type: 'string' }, poll: { type: 'string' } },
  });
  const [file, second] = positionals;
  if (file === undefined) {
    host.complain('Pass the module that exports the runner: sekisho worker ./agents.js');
    return 2;
  }
  if (second !== undefined) {
    host.complain(`A worker accepts one module. Start another worker for ${second}.`);
    return 2;
  }
  const runner = await loadRunner(file, host);
  try {
    await work(runner, values, host);
  } finally {
    await runner.close();
  }
  return 0;
}

async function work(
  runner: AgentRunner,
  values: { concurrency?: string | undefined; poll?: string | undefined },
  host: CommandHost,
): Promise<void> {
  const log = (event: object) => host.print(JSON.stringify({ at: new Date().toISOString(), ...event }));
  const worker = await runner.segments.work({
    concurrency: positiveInteger('--concurrency', values.concurrency, 8),
    pollMs: positiveInteger('--poll', values.poll, 1000),
    onOutcome: (run_id, outcome) => log({ event: 'segment', run_id, ...outcomeFields(outcome) }),
    onError: (error) => log({ event: 'error', message: messageOf(error) }),
  });
  const { application, agents } = runner.inspect();
  log({ event: 'working', application, agents });
  await host.stopped;
  await drain(worker, log);
}

async function drain(worker: WorkerHandle, log: (event: object) => void): Promise<void> {
  log({ event: 'draining', running: worker.status.running.length });
  await worker.stop();
  log({ event: 'stopped' });
}

function outcomeFields(outcome: SegmentOutcome): object {
  switch (outcome.kind) {
    case 'asked':
      return { outcome: 'asked', approvals: outcome.approvals.map(({ approval_id: id }) => id) };
    case 'failed':
      return { outcome: 'failed', message: messageOf(outcome.error) };
    case 'done':
    case 'suspended':
    case 'elsewhere':
      return { outcome: outcome.kind };
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
