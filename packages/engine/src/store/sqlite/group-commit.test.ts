import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { GroupCommit, type Batch, type BatchResult } from './group-commit.ts';

const heartbeat = (owner: string): Batch => [{ kind: 'owner.beat', owner, application: '', lease_ms: 1 }];
const committed: BatchResult = { outcome: { ok: true } };
const describe = (error: unknown) => new Error('described', { cause: error });

it('writes the batches of one turn of the event loop together, in order, and later batches separately', async () => {
  const groups: (readonly Batch[])[] = [];
  const group = new GroupCommit((batches) => {
    groups.push(batches);
    return batches.map(() => committed);
  }, describe);
  await Promise.all([group.add(heartbeat('a')), group.add(heartbeat('b'))]);
  await group.add(heartbeat('c'));
  expect(groups).toEqual([[heartbeat('a'), heartbeat('b')], [heartbeat('c')]]);
});

it('returns to each caller the result of its own batch', async () => {
  const cause = new Error('bad value');
  const results: readonly BatchResult[] = [
    committed,
    { error: cause },
    { outcome: { ok: false, failed: 0 } },
  ];
  const group = new GroupCommit(() => results, describe);
  expect(await Promise.allSettled([group.add([]), group.add([]), group.add([])])).toEqual([
    { status: 'fulfilled', value: { ok: true } },
    { status: 'rejected', reason: describe(cause) },
    { status: 'fulfilled', value: { ok: false, failed: 0 } },
  ]);
});

it('rejects a whole group that failed and accepts further batches', async () => {
  let isBroken = true;
  const group = new GroupCommit((batches) => {
    if (isBroken) throw new Error('disk full');
    return batches.map(() => committed);
  }, describe);
  const settled = await Promise.allSettled([group.add([]), group.add([])]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await group.add([])).toEqual({ ok: true });
});

it('acknowledges a batch only after it is written', async () => {
  let isWritten = false;
  const group = new GroupCommit((batches) => {
    isWritten = true;
    return batches.map(() => committed);
  }, describe);
  const acknowledged = group.add([]).then(() => isWritten);
  expect(isWritten).toBe(false);
  expect(await acknowledged).toBe(true);
});

it('yields to the event loop between large groups', async () => {
  const sizes: number[] = [];
  const group = new GroupCommit((batches) => {
    sizes.push(batches.length);
    return batches.map(() => committed);
  }, describe);
  const all = Promise.all(Array.from({ length: 600 }, () => group.add([])));
  await nextTurn();
  expect(sizes).toEqual([256]);
  await all;
  expect(sizes).toEqual([256, 256, 88]);
});

it('flushes everything synchronously on request', async () => {
  const sizes: number[] = [];
  const group = new GroupCommit((batches) => {
    sizes.push(batches.length);
    return batches.map(() => committed);
  }, describe);
  const all = Promise.all(Array.from({ length: 300 }, () => group.add([])));
  group.flush();
  expect(sizes).toEqual([256, 44]);
  await all;
});
