import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { positiveInteger } from '../config/defaults.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { AgentRunner } from '../runner/agent-runner.ts';
import type { SegmentOutcome } from '../runner/segment-desk.ts';
import type { WorkerHandle } from '../runner/worker.ts';

/** What a command may touch. */
export interface CommandHost {
  readonly print: (line: string) => void;
  /** What went wrong, apart from what others read by machine. */
  readonly complain: (line: string) => void;
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
  readonly importModule: (url: string) => Promise<object>;
}

/** `sekisho worker <module>`: carries out the runs of the runner that the module exports, until it is asked to stop. */
export async function workerCommand(args: readonly string[], host: CommandHost): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { concurrency: { type: 'string' }, poll: { type: 'string' } },
  });
  const [file, second] = positionals;
  if (file === undefined) {
    host.complain('Say which module exports the runner: sekisho worker ./agents.js');
    return 2;
  }
  if (second !== undefined) {
    host.complain(`One worker serves one module; start another for ${second}.`);
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
  const say = (event: object) => host.print(JSON.stringify({ at: new Date().toISOString(), ...event }));
  const worker = await runner.segments.work({
    concurrency: positiveInteger('--concurrency', values.concurrency, 8),
    pollMs: positiveInteger('--poll', values.poll, 1000),
    onOutcome: (run_id, outcome) => say({ event: 'segment', run_id, ...told(outcome) }),
    onError: (error) => say({ event: 'error', message: messageOf(error) }),
  });
  const { application, agents } = runner.inspect();
  say({ event: 'working', application, agents });
  await host.stopped;
  await drain(worker, say);
}

async function drain(worker: WorkerHandle, say: (event: object) => void): Promise<void> {
  say({ event: 'draining', running: worker.status.running.length });
  await worker.stop();
  say({ event: 'stopped' });
}

async function loadRunner(file: string, { importModule }: CommandHost): Promise<AgentRunner> {
  const module = await importModule(pathToFileURL(resolve(file)).href);
  const runner: unknown = Reflect.get(module, 'runner');
  if (runner instanceof AgentRunner) return runner;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `${file} must export a runner: export const runner = createRunner({ …, agents: [...] }).`,
  );
}

function told(outcome: SegmentOutcome): object {
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
