import { randomUUID } from 'node:crypto';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { postgresStore } from '@sekisho/postgres';
import { dbosHost } from '@sekisho/postgres/dbos';
import type { Pool } from 'pg';
import type { SegmentOutcome } from 'sekisho';
import { QUESTION, type CycleBench } from './cycle-bench.ts';
import { openRunner, reporter } from './our-cycles.ts';

/** DBOS supports one engine per process, so both sides share it, its queue and its database. */
export interface EngineCycles {
  readonly ours: CycleBench;
  /** A workflow that waits inside the engine with `recv`. */
  readonly waiting: CycleBench;
  /** Two workflows, one for each segment like ours. */
  readonly cut: CycleBench;
  close(): Promise<void>;
}

const QUEUE = 'sekisho';
const VERSION = 'bench-1';
const POLL_MS = 20;

/** Opens our engine tier and bare DBOS side by side. */
export async function openEngineCycles(databaseUrl: string, pool: Pool): Promise<EngineCycles> {
  registerBare();
  const host = dbosHost({ databaseUrl, applicationVersion: VERSION });
  const secret = new Uint8Array(32).fill(7);
  const runner = openRunner({ store: postgresStore(pool), secret, host, agents: [reporter()] });
  const arrivals = new Arrivals();
  const worker = await runner.segments.work({
    concurrency: 64,
    pollMs: POLL_MS,
    onOutcome: (runId, outcome) => arrivals.tell(runId, outcome),
  });
  const cycle = async () => {
    const { run_id: runId } = await runner.segments.start('Reporter', QUESTION);
    const asked = await arrivals.next(runId);
    if (asked.kind !== 'suspended') throw new Error(`The run is ${asked.kind}.`);
    const [approval] = (await runner.inspect().store.listApprovals({ run_id: runId })).rows;
    await runner.segments.decide(runId, approval?.approval_id ?? '', 'approve');
    const ended = await arrivals.next(runId);
    if (ended.kind !== 'done') throw new Error(`The run is ${ended.kind}.`);
  };
  const close = async () => {
    await worker.stop();
    await host.close();
    await runner.close();
  };
  const shared = async () => {};
  return {
    ours: { cycle, close: shared },
    waiting: { cycle: waitInside, close: shared },
    cut: { cycle: cutAtTheWait, close: shared },
    close,
  };
}

const model = async () => ({ tool: 'send_report', city: 'City 0 0', days: 3 });
const send = async () => 'The report about City 0 0 is sent.';
const lastWord = async () => 'The weather is fine in all of them.';

function registerBare(): void {
  DBOS.registerWorkflow(
    async () => {
      await DBOS.runStep(model, { name: 'model' });
      await DBOS.setEvent('waits', true);
      await DBOS.recv<boolean>('approval', 60);
      await DBOS.runStep(send, { name: 'tool' });
      return DBOS.runStep(lastWord, { name: 'last' });
    },
    { name: 'bare.waiting' },
  );
  DBOS.registerWorkflow(() => DBOS.runStep(model, { name: 'model' }), { name: 'bare.first' });
  DBOS.registerWorkflow(
    async () => {
      await DBOS.runStep(send, { name: 'tool' });
      return DBOS.runStep(lastWord, { name: 'last' });
    },
    { name: 'bare.second' },
  );
}

async function waitInside(): Promise<void> {
  const handle = await enqueue('bare.waiting');
  await DBOS.getEvent(handle.workflowID, 'waits', { timeoutSeconds: 60, pollingIntervalMs: POLL_MS });
  await DBOS.send(handle.workflowID, true, 'approval');
  await handle.getResult({ pollingIntervalMs: POLL_MS });
}

async function cutAtTheWait(): Promise<void> {
  for (const name of ['bare.first', 'bare.second']) {
    const handle = await enqueue(name);
    await handle.getResult({ pollingIntervalMs: POLL_MS });
  }
}

function enqueue(workflowName: string) {
  return DBOS.enqueueWorkflowWithOptions({
    workflowName,
    queueName: QUEUE,
    workflowID: randomUUID(),
    appVersion: VERSION,
  });
}

/** Matches outcomes of the worker with their waiting callers, in either order. */
class Arrivals {
  readonly #told = new Map<string, SegmentOutcome[]>();
  readonly #waiting = new Map<string, (outcome: SegmentOutcome) => void>();

  tell(runId: string, outcome: SegmentOutcome): void {
    const waiting = this.#waiting.get(runId);
    this.#waiting.delete(runId);
    if (waiting) waiting(outcome);
    else this.#told.set(runId, [...(this.#told.get(runId) ?? []), outcome]);
  }

  async next(runId: string): Promise<SegmentOutcome> {
    const [first, ...rest] = this.#told.get(runId) ?? [];
    if (first === undefined) {
      const { promise, resolve } = Promise.withResolvers<SegmentOutcome>();
      this.#waiting.set(runId, resolve);
      return promise;
    }
    if (rest.length > 0) this.#told.set(runId, rest);
    else this.#told.delete(runId);
    return first;
  }
}
