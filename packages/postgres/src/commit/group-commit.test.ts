import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { BatchResult } from './batch-result.ts';
import type { EncodedBatch } from './encode-batch.ts';
import { GroupCommit } from './group-commit.ts';

const batch = (writes = 1): EncodedBatch => ({
  writes: Array.from({ length: writes }, (_, index) => [index, 'run.guard', 'r1', 1] as const),
  records: [],
  queued: [],
});
const kept: BatchResult = { outcome: { ok: true } };
const asIs = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** A server that responds when the test releases it. */
function slowServer() {
  const groups: number[] = [];
  const answers: ((results: readonly BatchResult[]) => void)[] = [];
  const group = new GroupCommit((batches) => {
    groups.push(batches.length);
    return new Promise((resolve) => answers.push(resolve));
  }, asIs);
  return { group, groups, answer: (results: readonly BatchResult[]) => answers.shift()?.(results) };
}

describe('GroupCommit', () => {
  it('combines the batches of one turn of the event loop in one group', async () => {
    const { group, groups, answer } = slowServer();
    const both = Promise.all([group.add(batch()), group.add(batch())]);
    await nextTurn();
    await nextTurn();
    expect(groups).toEqual([2]);
    answer([kept, { outcome: { ok: false, failed: 3 } }]);
    expect(await both).toEqual([{ ok: true }, { ok: false, failed: 3 }]);
  });

  it('collects batches in the next group while a group is in progress', async () => {
    const { group, groups, answer } = slowServer();
    const first = group.add(batch());
    await nextTurn();
    await nextTurn();
    const others = [1, 2, 3].map(() => group.add(batch()));
    await nextTurn();
    expect(groups).toEqual([1]);
    answer([kept]);
    await first;
    await nextTurn();
    expect(groups).toEqual([1, 3]);
    answer([kept, kept, kept]);
    await Promise.all(others);
  });

  it('sends the next group before the callers of the last one continue, because their work would delay it', async () => {
    const { group, groups, answer } = slowServer();
    const seen: unknown[] = [];
    const first = group.add(batch()).then(() => seen.push([...groups]));
    await nextTurn();
    await nextTurn();
    const second = group.add(batch()).then(() => seen.push([...groups]));
    answer([kept]);
    await first;
    answer([kept]);
    await second;
    expect(seen).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it.each([
    ['batches', 600, 1, [256, 256, 88]],
    ['writes', 5, 2_000, [2, 2, 1]],
    ['batches that exceed the limit alone', 2, 9_000, [1, 1]],
  ])('bounds a group by its %s', async (_what, count, size, expected) => {
    const groups: number[] = [];
    const group = new GroupCommit(async (batches) => {
      groups.push(batches.length);
      return batches.map(() => kept);
    }, asIs);
    await Promise.all(Array.from({ length: count }, () => group.add(batch(size))));
    expect(groups).toEqual(expected);
  });

  it('rejects every batch of a failed group, and continues with the next one', async () => {
    let isDown = true;
    const group = new GroupCommit(async (batches) => {
      if (isDown) throw new Error('down');
      return batches.map(() => kept);
    }, asIs);
    const settled = await Promise.allSettled([group.add(batch()), group.add(batch())]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isDown = false;
    expect(await group.add(batch())).toEqual({ ok: true });
  });

  it('rejects a batch without a result from the server', async () => {
    const group = new GroupCommit(async () => [kept, { error: new Error('too large') }], asIs);
    const settled = await Promise.allSettled([1, 2, 3].map(() => group.add(batch())));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it('is drained when every added batch is settled', async () => {
    const { group, answer } = slowServer();
    const log: string[] = [];
    const added = group.add(batch()).then(() => log.push('settled'));
    await nextTurn();
    await nextTurn();
    const drained = group.drain().then(() => log.push('drained'));
    answer([kept]);
    await Promise.all([added, drained]);
    expect(log).toEqual(['settled', 'drained']);
  });
});
