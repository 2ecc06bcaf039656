import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { GroupCommit, type Batch, type BatchResult, type GroupStorage } from './group-commit.ts';

const heartbeat = (owner: string): Batch => [{ kind: 'owner.beat', owner, application: '', lease_ms: 1 }];
const committed: BatchResult = { outcome: { ok: true } };
const describe = (error: unknown) => new Error('described', { cause: error });
const describeFailedSync = (error: unknown) => new Error('not synced', { cause: error });

/** A storage whose syncs the test ends. It counts what is committed and what is on disk. */
function fakeStorage(
  results: (batches: readonly Batch[]) => readonly BatchResult[] = (all) => all.map(() => committed),
) {
  const groups: (readonly Batch[])[] = [];
  const syncs: PromiseWithResolvers<void>[] = [];
  let unsynced = false;
  const storage: GroupStorage = {
    transact: (batches) => {
      groups.push(batches);
      const found = results(batches);
      unsynced = true;
      return found;
    },
    isDurable: () => !unsynced,
    sync: async () => {
      if (!unsynced) return;
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      await sync.promise;
      unsynced = false;
    },
    describe,
    describeFailedSync,
  };
  const sync = async () => {
    await turns();
    syncs.at(-1)?.resolve();
    await turns();
  };
  return { group: new GroupCommit(storage), groups, syncs, sync };
}

/** Waits until everything is done that needs no sync. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
}

it('writes the batches of one turn of the event loop together, in order, and acknowledges them after the sync', async () => {
  const { group, groups, sync } = fakeStorage();
  const acknowledged: string[] = [];
  void group.add(heartbeat('a')).then(() => acknowledged.push('a'));
  void group.add(heartbeat('b')).then(() => acknowledged.push('b'));
  await turns();
  expect(groups).toEqual([[heartbeat('a'), heartbeat('b')]]);
  expect(acknowledged).toEqual([]);
  await sync();
  expect(acknowledged).toEqual(['a', 'b']);
});

it('writes batches that arrive during a sync together after it', async () => {
  const { group, groups, syncs, sync } = fakeStorage();
  const all = [group.add(heartbeat('a'))];
  await turns();
  all.push(group.add(heartbeat('b')));
  await turns();
  all.push(group.add(heartbeat('c')));
  await turns();
  expect(groups).toEqual([[heartbeat('a')]]);
  await sync();
  await sync();
  expect(groups).toEqual([[heartbeat('a')], [heartbeat('b'), heartbeat('c')]]);
  expect(syncs).toHaveLength(2);
  await Promise.all(all);
});

it('returns to each caller the result of its own batch', async () => {
  const cause = new Error('bad value');
  const results: readonly BatchResult[] = [
    committed,
    { error: cause },
    { outcome: { ok: false, failed: 0 } },
  ];
  const { group, sync } = fakeStorage(() => results);
  const settled = Promise.allSettled([group.add([]), group.add([]), group.add([])]);
  await sync();
  expect(await settled).toEqual([
    { status: 'fulfilled', value: { ok: true } },
    { status: 'rejected', reason: describe(cause) },
    { status: 'fulfilled', value: { ok: false, failed: 0 } },
  ]);
});

it('rejects a whole group whose transaction failed and accepts further batches', async () => {
  let isBroken = true;
  const { group, sync } = fakeStorage((batches) => {
    if (isBroken) throw new Error('disk full');
    return batches.map(() => committed);
  });
  const settled = await Promise.allSettled([group.add([]), group.add([])]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  const later = group.add([]);
  await sync();
  expect(await later).toEqual({ ok: true });
});

it('rejects waiting and later callers after a failed sync and syncs nothing again', async () => {
  const { group, groups, syncs } = fakeStorage();
  const cause = new Error('EIO');
  const inSync = group.add(heartbeat('a'));
  await turns();
  const waiting = [group.add(heartbeat('b')), group.durable()];
  syncs[0]?.reject(cause);
  const settled = await Promise.allSettled([inSync, ...waiting, group.add(heartbeat('c')), group.durable()]);
  expect(settled).toEqual(
    Array.from({ length: 5 }, () => ({ status: 'rejected', reason: describeFailedSync(cause) })),
  );
  await expect(group.add(heartbeat('d'))).rejects.toThrow('not synced');
  await turns();
  expect([groups.length, syncs.length]).toEqual([1, 1]);
});

it('lets a reader wait for the sync of the commit that it saw, not for later ones', async () => {
  const { group, groups, sync } = fakeStorage();
  const first = group.add(heartbeat('a'));
  await turns();
  let isDurable = false;
  void group.durable().then(() => (isDurable = true));
  const second = group.add(heartbeat('b'));
  await turns();
  expect(isDurable).toBe(false);
  await sync();
  expect({ isDurable, transactions: groups.length }).toEqual({ isDurable: true, transactions: 2 });
  await sync();
  await Promise.all([first, second]);
});

it('commits nothing while other work has the storage', async () => {
  const { group, groups, sync } = fakeStorage();
  const work = Promise.withResolvers<void>();
  const between = group.between(() => work.promise);
  const added = group.add(heartbeat('a'));
  await turns();
  expect(groups).toEqual([]);
  work.resolve();
  await between;
  await sync();
  expect(await added).toEqual({ ok: true });
});

it('yields to the event loop between large groups', async () => {
  const { group, groups, sync } = fakeStorage();
  const all = Promise.all(Array.from({ length: 600 }, () => group.add([])));
  for (let round = 0; round < 3; round += 1) await sync();
  await all;
  expect(groups.map(({ length }) => length)).toEqual([256, 256, 88]);
});

it('drains everything that waits', async () => {
  const { group, syncs } = fakeStorage();
  const all = Promise.all([group.add([]), group.add([])]);
  const drained = group.drain();
  await turns();
  syncs[0]?.resolve();
  await drained;
  expect(await all).toEqual([{ ok: true }, { ok: true }]);
});
