import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentRunner } from 'sekisho';
import { Actor } from './actor.ts';
import { pointsOf, type AtPoint, type CrashPoint } from './crash-points.ts';
import { refundsIn, serveShop } from './serve-shop.ts';
import { openShop } from './shop-agents.ts';

/** Where a scene plays. */
export interface ScenePlace {
  readonly url: string;
  readonly ledger: string;
  readonly tenant: string;
  /** The store itself is the queue unless set. Scenes on DBOS need a database each: its queue knows no tenants. */
  readonly engine?: Engine | undefined;
}

/** What carries the segments. */
export type Engine = 'none' | 'dbos';

/** What is found of one run when everything has come to rest. */
export interface RunEnding {
  readonly run: string;
  readonly refunds: number;
  /** How often a person was asked what became of the refund. */
  readonly asked: number;
  /** How often a person allowed it. */
  readonly allowed: number;
}

/** What an actor has to know. */
export const environmentOf = ({ url, ledger, tenant, engine = 'none' }: ScenePlace) => ({
  SHOP_DATABASE_URL: url,
  SHOP_LEDGER: ledger,
  SHOP_TENANT: tenant,
  SHOP_ENGINE: engine,
  SHOP_LEASE_MS: '2000',
  // A busy machine may take long to bring a killed database back.
  SHOP_PATIENCE_MS: '60000',
});

/**
 * One run for each point that the owner passes, each standing still at its own point; then the victim is killed with
 * SIGKILL, those that live go on, and others take over. Tells the ending of each run.
 */
export async function playCrash(
  owner: 'worker' | 'server',
  victim: 'worker' | 'server',
  place: ScenePlace,
): Promise<{ endings: Map<CrashPoint, RunEnding>; runs: number; chainHolds: boolean }> {
  const env = environmentOf(place);
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

/** Kills the database while a worker or a server stands at the point, and tells the end. Both of them live on. */
export async function playDatabaseCrash(
  point: CrashPoint,
  strike: () => Promise<void>,
  place: ScenePlace,
): Promise<RunEnding & { readonly chainHolds: boolean }> {
  let isStruck = false;
  const at: AtPoint = async (reached) => {
    if (isStruck || reached !== point) return;
    isStruck = true;
    await strike();
  };
  const isServers = pointsOf('server').includes(point);
  const server = openShop(environmentOf(place), isServers ? at : undefined);
  const worker = openShop(environmentOf(place), isServers ? undefined : at);
  const end = new AbortController();
  const handle = await worker.runner.segments.work({ pollMs: 50 });
  const order = 'order-1';
  const { run_id: runId } = await server.runner.segments.start('shopkeeper', `Refund ${order}.`);
  const hasHappened = () => refundsIn(place.ledger).has(order);
  const jobs = [
    serveShop(server.runner, { hasHappened, until: end.signal }),
    adoptUntil(worker.runner, end.signal),
  ];
  await untilDone(server.runner, 1);
  const ending = await endingOf(server.runner, place.ledger, { runId, order });
  const { ok: chainHolds } = await server.runner.verifyExecutionLog();
  end.abort();
  await Promise.all([...jobs, handle.stop()]);
  for (const shop of [server, worker]) await closeShop(shop);
  if (!isStruck) throw new Error('Nobody came to the point.');
  return { ...ending, chainHolds };
}

/** Waits until so many runs are over, or long enough. */
export async function untilDone(runner: AgentRunner, runs: number): Promise<void> {
  const deadline = Date.now() + 150_000;
  const { store } = runner.inspect();
  const count = async () => (await store.listRuns({ status: 'done', limit: 100 })).rows.length;
  while ((await count().catch(() => 0)) < runs && Date.now() < deadline) await sleep(50);
}

/** What became of one run. */
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

/** What a worker does every few seconds, without the wait. */
async function adoptUntil(runner: AgentRunner, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await runner.segments.adopt(0).catch(() => []);
    await sleep(200);
  }
}
