import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentRunner } from 'sekisho';
import { Actor } from './actor.ts';
import { pointsOf, type AtPoint, type CrashPoint } from './crash-points.ts';
import { refundsIn, serveShop } from './serve-shop.ts';
import { openShop } from './shop-agents.ts';

/** The environment of a scene. */
export interface ScenePlace {
  readonly url: string;
  readonly ledger: string;
  readonly tenant: string;
  /** By default the store is the queue. Each scene on DBOS needs its own database, because its queue has no tenants. */
  readonly engine?: Engine | undefined;
}

/** The engine that executes the segments. */
export type Engine = 'none' | 'dbos';

/** The state of one run when all processes are idle. */
export interface RunEnding {
  readonly run: string;
  readonly refunds: number;
  /** How often a person was asked for the outcome of the refund. */
  readonly asked: number;
  /** How often a person approved it. */
  readonly allowed: number;
}

const MAX_MS = 150_000;
/** For scenes in which no worker dies: no lease may expire while the other processes reach their points. */
const LEASE_OF_THE_LIVING = { SHOP_LEASE_MS: '60000' };

/** The settings of an actor. */
export const environmentOf = ({ url, ledger, tenant, engine = 'none' }: ScenePlace) => ({
  SHOP_DATABASE_URL: url,
  SHOP_LEDGER: ledger,
  SHOP_TENANT: tenant,
  SHOP_ENGINE: engine,
  SHOP_LEASE_MS: '2000',
  // A busy machine may need long to restart a killed database.
  SHOP_PATIENCE_MS: '60000',
});

/**
 * Starts one run for each point of the owner, each paused at its own point; then kills the victim with
 * SIGKILL, continues the other processes and starts replacements. Returns the ending of each run.
 */
export async function playCrash(
  owner: 'worker' | 'server',
  victim: 'worker' | 'server',
  place: ScenePlace,
): Promise<{ endings: Map<CrashPoint, RunEnding>; runs: number; chainHolds: boolean }> {
  const isWorkerAlive = victim === 'server' && owner === 'worker';
  const env = { ...environmentOf(place), ...(isWorkerAlive && LEASE_OF_THE_LIVING) };
  const here = openShop(env);
  const { segments } = here.runner;
  const points = pointsOf(owner);
  const cells = new Map<string, CrashPoint>();
  const orders = new Map<string, string>();
  const halts: Record<string, string> = {};
  for (const [index, point] of points.filter((each) => !each.endsWith('enqueue')).entries()) {
    const order = `order-${index + 1}`;
    const { run_id: runId } = await segments.start('shopkeeper', `Refund ${order}.`);
    cells.set(runId, point);
    orders.set(runId, order);
    halts[point.endsWith('effect') ? order : runId] = point;
  }
  const starts = points.filter((each) => each.endsWith('enqueue'));
  for (const [index, point] of starts.entries()) halts[`start-${index + 1}`] = point;
  const end = new AbortController();
  const jobs: Promise<unknown>[] = [];
  const hasHappened = (runId: string) => refundsIn(place.ledger).has(orders.get(runId) ?? '');
  const serve = () => jobs.push(serveShop(here.runner, { hasHappened, until: end.signal }));
  const work = async () => {
    const worker = await segments.work({ pollMs: 50, concurrency: 16 });
    end.signal.addEventListener('abort', () => jobs.push(worker.stop()));
  };
  const roles = new Set([owner, victim]);
  const actors = new Map(
    [...roles].map((role) => [
      role,
      new Actor(role === owner ? { role, halts, starts: starts.length, env } : { role, env }),
    ]),
  );
  try {
    if (!roles.has('server')) serve();
    if (!roles.has('worker')) await work();
    await actors.get(owner)?.says(...points.map((point) => `halted ${point}`));
    await actors.get(victim)?.kill();
    if (victim !== owner) actors.get(owner)?.goOn();
    if (victim === 'worker') await work();
    else {
      serve();
      jobs.push(adoptUntil(here.runner, end.signal));
    }
    const runs = cells.size + (owner === 'server' ? (victim === 'server' ? 1 : 2) : 0);
    await untilDone(here.runner, runs);
    const endings = new Map<CrashPoint, RunEnding>();
    for (const [runId, point] of cells)
      endings.set(
        point,
        await endingOf(here.runner, place.ledger, { runId, order: orders.get(runId) ?? '' }),
      );
    return {
      endings,
      runs: (await here.runner.inspect().store.listRuns({ limit: 100 })).rows.length,
      chainHolds: (await here.runner.verifyExecutionLog()).ok,
    };
  } finally {
    end.abort();
    for (const actor of actors.values()) await actor.kill();
    await Promise.all(jobs);
    await closeShop(here);
  }
}

/**
 * Starts one run for each point, each paused at its own point; then kills the database and continues all processes. Returns the
 * ending of each run. Servers and workers are not killed.
 */
export async function playDatabaseCrash(
  points: readonly CrashPoint[],
  strike: () => Promise<void>,
  place: ScenePlace,
): Promise<{ endings: Map<CrashPoint, RunEnding>; chainHolds: boolean }> {
  const halts = new Map<string, CrashPoint>();
  const runs = new Map<string, string>();
  const struck = Promise.withResolvers<void>();
  const at: AtPoint = async (point, key) => {
    const name = runs.get(key) ?? key;
    if (halts.get(name) !== point) return;
    halts.delete(name);
    if (halts.size === 0) void strike().then(struck.resolve, struck.reject);
    await struck.promise;
  };
  const env = { ...environmentOf(place), ...LEASE_OF_THE_LIVING };
  const server = openShop(env, at);
  const worker = openShop(env, at);
  const cells: { point: CrashPoint; order: string; runId: Promise<string> }[] = [];
  // Processes that pause while they start come last, because they start after all others.
  const isStart = (point: CrashPoint) => point.endsWith('enqueue');
  for (const point of points.toSorted((one, other) => Number(isStart(one)) - Number(isStart(other)))) {
    const order = `order-${cells.length + 1}`;
    if (isStart(point)) halts.set(`start-${cells.length + 1}`, point);
    const start = server.runner.segments.start('shopkeeper', `Refund ${order}.`);
    const runId = start.then(({ run_id: id }) => id);
    cells.push({ point, order, runId });
    if (!isStart(point)) halts.set(point.endsWith('effect') ? order : await runId, point);
  }
  const end = new AbortController();
  const handle = await worker.runner.segments.work({ pollMs: 50, concurrency: 16 });
  const orders = new Map<string, string>();
  for (const { runId, order } of cells) void runId.then((id) => orders.set(id, order));
  const jobs = [
    serveShop(server.runner, {
      hasHappened: (runId) => refundsIn(place.ledger).has(orders.get(runId) ?? ''),
      onQuestion: ({ approval_id: id, run_id: runId }) => runs.set(id, runId),
      until: end.signal,
    }),
    // It is not started earlier, because it would continue the paused runs.
    struck.promise.then(() => adoptUntil(worker.runner, end.signal)),
  ];
  await Promise.race([struck.promise, sleep(MAX_MS, undefined, { ref: false })]);
  if (halts.size > 0) throw new Error(`No process reached: ${[...halts.values()].join(', ')}.`);
  await untilDone(server.runner, cells.length);
  const endings = new Map<CrashPoint, RunEnding>();
  for (const { point, order, runId } of cells)
    endings.set(point, await endingOf(server.runner, place.ledger, { runId: await runId, order }));
  const { ok: chainHolds } = await server.runner.verifyExecutionLog();
  end.abort();
  await Promise.all([...jobs, handle.stop()]);
  for (const shop of [server, worker]) await closeShop(shop);
  return { endings, chainHolds };
}

/** Waits until the given number of runs has ended, or until the time limit. */
export async function untilDone(runner: AgentRunner, runs: number): Promise<void> {
  const deadline = Date.now() + MAX_MS;
  const { store } = runner.inspect();
  const count = async () => (await store.listRuns({ status: 'done', limit: 100 })).rows.length;
  while ((await count().catch(() => 0)) < runs && Date.now() < deadline) await sleep(50);
}

/** The ending of one run. */
export async function endingOf(
  runner: AgentRunner,
  ledger: string,
  { runId, order }: { readonly runId: string; readonly order: string },
): Promise<RunEnding> {
  const { store } = runner.inspect();
  const logs = await store.queryLogs({ runId, limit: 1_000 });
  const { rows: approvals } = await store.listApprovals({ run_id: runId });
  return {
    run: (await store.getRun(runId))?.status ?? 'none',
    refunds: refundsIn(ledger).get(order) ?? 0,
    asked: logs.filter(({ event }) => event === 'tool.unknown').length,
    allowed: approvals.filter(({ kind, status }) => kind === 'call' && status === 'approved').length,
  };
}

async function closeShop({ runner, host, pool }: ReturnType<typeof openShop>): Promise<void> {
  await runner.close();
  await host?.close();
  await pool.end();
}

/** The periodic work of a worker, without the delay. */
async function adoptUntil(runner: AgentRunner, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await runner.segments.adopt(0).catch(() => []);
    await sleep(200);
  }
}
