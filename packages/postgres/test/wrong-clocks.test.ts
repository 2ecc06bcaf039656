import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { openShop } from './programs/shop-agents.ts';

const HOUR = 3_600_000;
const postgres = await sharedPostgres();
const closers: (() => Promise<unknown>)[] = [];
let tenants = 0;

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(() => postgres.stop());

/** The machines of one shop, by the offset of each clock. */
function machines<const Skews extends readonly number[]>(skews: Skews, env = {}) {
  tenants += 1;
  return skews.map((skew) => {
    const { runner, pool } = openShop({
      SHOP_DATABASE_URL: postgres.url,
      SHOP_TENANT: `clock-${tenants}`,
      SHOP_CLOCK_AHEAD_MS: String(skew),
      ...env,
    });
    closers.push(async () => {
      await runner.close();
      await pool.end();
    });
    return { runner, store: runner.inspect().store, clock: runner.inspect().clock };
  });
}

type Machine = ReturnType<typeof machines>[number];

async function ask(machine: Machine): Promise<string> {
  const { run_id: id } = await machine.runner.segments.start('shopkeeper', 'Refund order-1.');
  const [run] = await machine.runner.segments.next(1);
  expect(await machine.runner.segments.resumeSegment(id, run?.epoch)).toMatchObject({ kind: 'suspended' });
  return id;
}

const SKEWS = [
  [-HOUR, HOUR],
  [HOUR, -HOUR],
] as const;

describe.each(SKEWS)('machines whose clocks are %i and %i ms ahead', (one, two) => {
  it('agree on which leases have expired', async () => {
    const [worker, other] = machines([one, two]);
    const writes = [
      {
        kind: 'run.open',
        run: {
          run_id: 'r1',
          owner: 'w1',
          status: 'running',
          segment: 0,
          epoch: 1,
          agent_name: 'shopkeeper',
          application: 'shop',
          sdk_version: '0.20.0',
          state: null,
        },
      },
      { kind: 'owner.beat', owner: 'w1', application: 'shop', lease_ms: 1_500 },
    ] as const;
    await worker!.store.commit(writes);
    expect(await other!.store.listAbandonedRuns(10)).toEqual([]);
    await expect
      .poll(() => other!.store.listAbandonedRuns(10), { timeout: 20_000 })
      .toMatchObject([{ run_id: 'r1' }]);
    expect(await worker!.store.listAbandonedRuns(10)).toMatchObject([{ run_id: 'r1' }]);
  });

  it('agree on how long an approval request is open, independent of the machine that created it', async () => {
    const [worker, server] = machines([one, two], { SHOP_APPROVAL_TTL_SEC: '600' });
    const id = await ask(worker!);
    for (const { runner, clock } of [worker!, server!]) {
      const [question] = await runner.getPendingApprovals(id);
      const left = Date.parse(question?.expires_at ?? '') - clock();
      expect(Math.abs(left - 600_000)).toBeLessThan(30_000);
    }
    const [question] = await server!.runner.getPendingApprovals(id);
    const { token } = await server!.runner.submitApproval(question?.approval_id ?? '', 'approve');
    await server!.runner.segments.resume(token);
    const [run] = await worker!.runner.segments.next(1);
    expect(await worker!.runner.segments.resumeSegment(id, run?.epoch)).toMatchObject({ kind: 'done' });
    expect(await server!.runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('agree that an approval request has expired, and any of them closes it', async () => {
    const [worker, server] = machines([one, two], { SHOP_APPROVAL_TTL_SEC: '1' });
    const id = await ask(worker!);
    await expect.poll(() => server!.runner.segments.expire(), { timeout: 20_000 }).toHaveLength(1);
    const { rows } = await server!.store.listApprovals({ run_id: id });
    expect(rows).toMatchObject([{ status: 'expired' }]);
    expect(await worker!.runner.getPendingApprovals()).toEqual([]);
  });

  it('leave a decided run to the server with the token, and resume it when that server does not', async () => {
    const [server, worker] = machines([one, two]);
    const id = await ask(server!);
    const [question] = await server!.runner.getPendingApprovals(id);
    await server!.runner.submitApproval(question?.approval_id ?? '', 'approve');
    await worker!.store.getRun(id);
    expect(await worker!.runner.segments.adopt(30_000)).toEqual([]);
    await expect
      .poll(() => worker!.runner.segments.adopt(1_000), { timeout: 20_000 })
      .toMatchObject([{ run_id: id }]);
  });
});
