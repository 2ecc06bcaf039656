import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { SekishoError } from '../../../engine/src/errors/sekisho-error.ts';
import { clerk, PLAIN, runnerAt } from './crash-world.ts';

/** An order for a worker: start the run of an agent, or resume a run. */
export type Order =
  | { readonly begin: string }
  | { readonly resume: { readonly runId: string; readonly token: string } };

// Executes its orders and recovers runs of crashed workers, until it is killed or its input ends.
const [directory = '', leaseMs, names] = process.argv.slice(2);
const agents = new Map(
  Array.from({ length: Number(names) }, (_, index) => {
    const name = `clerk-${index}`;
    return [name, clerk(directory, name, PLAIN, 2)];
  }),
);
const runner = runnerAt(directory, [...agents.values()], { leaseMs: Number(leaseMs) });
const closing = new AbortController();
const recovering = recover();
const work: Promise<unknown>[] = [];
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const order: Order = JSON.parse(line);
  const done = execute(order).catch(reportError);
  work.push(done.then(() => process.stdout.write(`${line}\n`)));
}
closing.abort();
await Promise.all([recovering, ...work]);
await runner.close();

async function execute(order: Order): Promise<void> {
  if ('resume' in order) {
    await runner.resumeRun(order.resume.runId, order.resume.token);
    return;
  }
  const agent = agents.get(order.begin);
  if (agent) await runner.run(agent, 'Do your work.');
}

async function recover(): Promise<void> {
  while (!closing.signal.aborted) {
    const { failed } = await runner.recoverRuns({ limit: 5 });
    for (const { error } of failed) reportError(error);
    await sleep(50);
  }
}

/** Ignores conflicts with another worker and new approval requests, which are expected. Prints other errors. */
function reportError(error: unknown): void {
  const isExpected =
    error instanceof SekishoError && /RESUME-TOKEN|RUN-CONFLICT|APPROVAL-INVALID/.test(error.code);
  if (!isExpected) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}
