import { describe, expect, it } from 'vitest';
import type { ConsoleStore } from '../../src/composition/console-store.ts';

const NOW = Date.parse('2026-11-16T01:00:00Z');
const AWKWARD = ['a NUL \0 inside', "it's 関所 🚧", 'half \ud800'];
const decision = (approval_id: string, changes: object = {}) => ({
  approval_id,
  batch: 'b1',
  user_id: 'mika',
  made_at: NOW,
  effective_at: NOW + 5000,
  body: 'sealed',
  ...changes,
});

/** Two connections to the same data. */
type Bench = {
  readonly store: ConsoleStore;
  readonly other: ConsoleStore;
  race<Result>(act: (store: ConsoleStore, index: number) => Promise<Result>): Promise<Result[]>;
};

/** Tests what people do with pending requests: delayed decisions, assignments, comments, readers and views. */
export function describeReviews(bench: Bench): void {
  describe('delayed decisions', () => {
    it('are added once per request, until the earlier one has a result', async () => {
      const won = await bench.race((store, index) =>
        store.addDecisions([decision('a', { batch: `b${index}`, user_id: `person ${index}` })]),
      );
      expect(won.filter((added) => added.has('a'))).toHaveLength(1);
      expect(await bench.other.listWaiting(['a', 'z'])).toMatchObject([
        { approval_id: 'a', state: 'waiting' },
      ]);
      await bench.store.claimDecisions(NOW + 5000, NOW + 9000, 9);
      await bench.store.finishDecision('a', 'failed', '{"code":"Expired"}');
      expect(await bench.other.listWaiting(['a'])).toEqual([]);
      expect(await bench.other.addDecisions([decision('a'), decision('c')])).toEqual(new Set(['a', 'c']));
    });

    it('are claimed by exactly one server, only when they are due, and again after the lease', async () => {
      await bench.store.addDecisions(Array.from({ length: 30 }, (_, index) => decision(`a${index}`)));
      expect(await bench.other.claimDecisions(NOW + 4999, NOW + 9000, 50)).toEqual([]);
      const claimed = (await bench.race((store) => store.claimDecisions(NOW + 5000, NOW + 9000, 7))).flat();
      const ids = claimed.map(({ approval_id: id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
      expect(await bench.other.claimDecisions(NOW + 8999, NOW + 9000, 50)).toEqual([]);
      expect(await bench.other.claimDecisions(NOW + 9001, NOW + 9999, 50)).toHaveLength(30);
    });

    it('are undone by the person who made them, and only before they are effective', async () => {
      await bench.store.addDecisions([decision('a'), decision('b'), decision('c', { batch: 'b2' })]);
      expect(await bench.other.removeDecisions('b1', 'ken', NOW)).toEqual([]);
      expect(await bench.other.removeDecisions('b1', 'mika', NOW + 5000)).toEqual([]);
      expect(new Set(await bench.other.removeDecisions('b1', 'mika', NOW + 4999))).toEqual(
        new Set(['a', 'b']),
      );
      await bench.store.hastenDecisions('b2', 'ken', NOW + 1);
      expect(await bench.other.claimDecisions(NOW + 1, NOW + 2, 9)).toEqual([]);
      await bench.store.hastenDecisions('b2', 'mika', NOW + 1);
      expect(await bench.other.claimDecisions(NOW + 1, NOW + 2, 9)).toMatchObject([{ approval_id: 'c' }]);
      expect(await bench.other.removeDecisions('b2', 'mika', NOW)).toEqual([]);
    });

    it('keep their result for a time, and no sealed decision', async () => {
      await bench.store.addDecisions([decision('a')]);
      await bench.store.claimDecisions(NOW + 5000, NOW + 9000, 9);
      await bench.store.finishDecision('a', 'done', '{"resume":"started"}');
      expect(await bench.other.listBatch('b1', 'mika')).toMatchObject([
        { state: 'done', body: '', result: '{"resume":"started"}' },
      ]);
      expect(await bench.other.listBatch('b1', 'ken')).toEqual([]);
      await bench.other.removeResults(NOW + 5001);
      expect(await bench.store.listBatch('b1', 'mika')).toEqual([]);
    });
  });

  it('keeps one responsible person per request', async () => {
    const assign = (assignee: string | null) =>
      bench.store.assign({ approval_id: 'a', assignee, assigned_by: 'root', assigned_at: '2026' });
    await assign('mika');
    await assign('ken');
    expect(await bench.other.listAssignments(['a', 'b'])).toMatchObject([
      { assignee: 'ken', assigned_by: 'root' },
    ]);
    expect(await bench.other.listAssigned('ken')).toEqual(new Set(['a']));
    expect(await bench.other.listAssigned('mika')).toEqual(new Set());
    await assign(null);
    expect(await bench.other.listAssignments(['a'])).toEqual([]);
  });

  it('keeps comments unchanged and in their order', async () => {
    for (const body of AWKWARD)
      await bench.store.addComment('a', { user_id: 'mika', body, created_at: '2026' });
    expect((await bench.other.listComments('a')).map(({ body }) => body)).toEqual(AWKWARD);
    expect(await bench.other.listComments('b')).toEqual([]);
    expect(await bench.other.countComments(['a', 'b'])).toEqual(new Map([['a', 3]]));
  });

  it('lists who has been reading a request recently', async () => {
    await bench.store.addReader('a', 'mika', NOW);
    await bench.store.addReader('a', 'ken', NOW + 20);
    await bench.store.addReader('a', 'mika', NOW + 30);
    expect(await bench.other.listReaders('a', NOW + 10)).toEqual(['ken', 'mika']);
    expect(await bench.other.listReaders('a', NOW + 25)).toEqual(['mika']);
    await bench.store.removeReader('a', 'mika');
    expect(await bench.other.listReaders('a', NOW)).toEqual(['ken']);
  });

  it('keeps displayed sets per person and for a limited time', async () => {
    const display = { digest: 'd', userId: 'mika', body: '[["a"]]', now: NOW, before: NOW - 9 };
    await bench.store.addDisplay(display);
    expect(await bench.other.findDisplay('d', 'mika')).toBe('[["a"]]');
    expect(await bench.other.findDisplay('d', 'ken')).toBeUndefined();
    await bench.store.addDisplay({ ...display, digest: 'e', before: NOW + 1 });
    expect(await bench.other.findDisplay('d', 'mika')).toBeUndefined();
  });

  it('saves views per person', async () => {
    await bench.store.saveView('mika', { name: 'Payments', query: 'tool=pay' });
    await bench.store.saveView('mika', { name: 'Payments', query: 'tool=pay&min_risk=4' });
    expect(await bench.other.listViews('mika')).toEqual([{ name: 'Payments', query: 'tool=pay&min_risk=4' }]);
    expect(await bench.other.listViews('ken')).toEqual([]);
    expect(await bench.other.removeView('mika', 'Payments')).toBe(true);
    expect(await bench.other.removeView('mika', 'Payments')).toBe(false);
  });
}
