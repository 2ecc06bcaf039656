import { afterEach, describe, expect, it, vi } from 'vitest';
import { auditRecord } from '../audit/audit-record.ts';
import type { StoreWrite } from '../store/state-store.ts';
import type { Ledger } from './ledger.ts';
import { Outbox } from './outbox.ts';

const RUN = { runId: 'r1', epoch: 1, auditMode: 'best_effort' } as const;
const end = (key: string): StoreWrite => ({
  kind: 'effect.end',
  run_id: 'r1',
  call_key: key,
  epoch: 1,
  result: new Uint8Array(),
});
const record = auditRecord({ run_id: 'r1', tool_call_id: 'c1', event: 'tool.result', attempt: 1 }, {});
const batch = (...keys: readonly string[]) => ({ writes: keys.map(end), records: [], repeatable: false });
const keysIn = (writes: readonly StoreWrite[]) =>
  writes.map((write) => (write.kind === 'effect.end' ? write.call_key : write.kind));

/** A ledger that completes each commit when the test resolves it. */
function slowLedger() {
  const commits: string[][] = [];
  const ends: PromiseWithResolvers<{ ok: true }>[] = [];
  const commit: Ledger['commit'] = (writes) => {
    commits.push(keysIn(writes));
    const finish = Promise.withResolvers<{ ok: true }>();
    ends.push(finish);
    return finish.promise;
  };
  return { commits, ends, outbox: new Outbox({ commit }, RUN) };
}

const afterTurn = () => new Promise((resolve) => setTimeout(resolve, 5));

afterEach(() => vi.restoreAllMocks());

describe('Outbox', () => {
  it('combines the results of one turn of the event loop, and those during a commit, into one commit each', async () => {
    const { commits, ends, outbox } = slowLedger();
    const flush = (key: string) => {
      outbox.addResult(batch(key));
      return outbox.flushShared();
    };
    const first = [flush('a'), flush('b')];
    await afterTurn();
    const second = [flush('c'), flush('d')];
    await afterTurn();
    expect(commits).toEqual([['run.guard', 'a', 'b']]);
    ends[0]?.resolve({ ok: true });
    await Promise.all(first);
    await afterTurn();
    ends[1]?.resolve({ ok: true });
    await Promise.all(second);
    expect(commits).toEqual([
      ['run.guard', 'a', 'b'],
      ['run.guard', 'c', 'd'],
    ]);
  });

  it('creates late writes when it commits, once', async () => {
    const { commits, ends, outbox } = slowLedger();
    const entries = ['a'];
    outbox.addLate(() => [end(entries.splice(0).join(' '))]);
    entries.push('b');
    expect(outbox.isEmpty).toBe(false);
    const committed = outbox.commit();
    ends[0]?.resolve({ ok: true });
    await committed;
    expect(commits).toEqual([['run.guard', 'a b']]);
    expect(outbox.isEmpty).toBe(true);
  });

  it('keeps the order of the writes while a commit is in flight', async () => {
    const { commits, ends, outbox } = slowLedger();
    outbox.add(batch('a'));
    const first = outbox.commit();
    outbox.add(batch('b'));
    const second = outbox.commit();
    await afterTurn();
    expect(commits).toHaveLength(1);
    ends[0]?.resolve({ ok: true });
    await first;
    await afterTurn();
    ends[1]?.resolve({ ok: true });
    await second;
    expect(commits.map((each) => each.at(-1))).toEqual(['a', 'b']);
  });

  it('commits everything that was added during a commit together', async () => {
    const { commits, ends, outbox } = slowLedger();
    const commit = async (key: string) => {
      outbox.add(batch(key));
      await outbox.flush();
    };
    const others = ['b', 'c', 'd', 'e', 'f'];
    const calls = ['a', ...others].map(commit);
    ends[0]?.resolve({ ok: true });
    await calls[0];
    await afterTurn();
    ends[1]?.resolve({ ok: true });
    await Promise.all(calls);
    expect(commits).toEqual([
      ['run.guard', 'a'],
      ['run.guard', ...others],
    ]);
  });

  it('acknowledges nothing before its own commit, and rejects every caller of a failed one', async () => {
    const { commits, ends, outbox } = slowLedger();
    const settled: string[] = [];
    const commit = (key: string) => {
      outbox.add(batch(key));
      return outbox.commit().then(
        () => settled.push(key),
        () => settled.push(`${key} failed`),
      );
    };
    const calls = [commit('a'), commit('b'), commit('c')];
    ends[0]?.resolve({ ok: true });
    await calls[0];
    await afterTurn();
    expect(settled).toEqual(['a']);
    const last = commit('d');
    ends[1]?.reject(new Error('unavailable'));
    await Promise.all([...calls, last]);
    expect(settled).toEqual(['a', 'b failed', 'c failed', 'd failed']);
    expect(commits).toHaveLength(2);
  });

  it('does not take the batch of a waiting commit at the end of the run', async () => {
    const { commits, ends, outbox } = slowLedger();
    outbox.add(batch('a'));
    const first = outbox.commit();
    outbox.add(batch('b'));
    const second = outbox.commit();
    const ended = outbox.end();
    ends[0]?.resolve({ ok: true });
    await first;
    await afterTurn();
    expect(commits.at(-1)).toEqual(['run.guard', 'b']);
    outbox.add(batch('c'));
    ends[1]?.resolve({ ok: true });
    await second;
    expect(keysIn((await ended).writes)).toEqual(['run.guard', 'c']);
  });

  it('waits for a result that the commit of another call has taken', async () => {
    const { ends, outbox } = slowLedger();
    outbox.addResult(batch('result'));
    outbox.add(batch('other call'));
    const other = outbox.flush();
    let isResolved = false;
    const flushed = Promise.all([outbox.flushResults() ?? Promise.resolve(), outbox.flushShared()]);
    const all = flushed.then(() => (isResolved = true));
    expect(outbox.flushResults()).toBeInstanceOf(Promise);
    await afterTurn();
    expect(isResolved).toBe(false);
    ends[0]?.resolve({ ok: true });
    await Promise.all([other, all]);
    expect(outbox.flushResults()).toBe(undefined);
  });

  it('throws the error of a failed commit at every later operation', async () => {
    const { ends, outbox } = slowLedger();
    outbox.add(batch('a'));
    const failed = outbox.commit();
    ends[0]?.reject(new Error('unavailable'));
    await expect(failed).rejects.toThrow('unavailable');
    await expect(outbox.commit()).rejects.toThrow('unavailable');
    expect(() => outbox.flush()).toThrow('unavailable');
    expect(() => outbox.schedule('tick')).toThrow('unavailable');
  });

  it('commits repeatable reads later, and everything else before it resolves', async () => {
    const { commits, ends, outbox } = slowLedger();
    outbox.add({ ...batch('read'), repeatable: true });
    await outbox.flush();
    expect(commits).toEqual([]);
    outbox.add(batch('write'));
    const flushed = outbox.flush();
    expect(commits).toEqual([['run.guard', 'read', 'write']]);
    ends[0]?.resolve({ ok: true });
    await flushed;
  });

  it('resolves a commit without new writes only after the commit in flight', async () => {
    const { ends, outbox } = slowLedger();
    outbox.add(batch('a'));
    outbox.schedule('tick');
    await afterTurn();
    let isResolved = false;
    const committed = outbox.commit().then(() => (isResolved = true));
    await afterTurn();
    expect(isResolved).toBe(false);
    ends[0]?.resolve({ ok: true });
    await committed;
  });

  it('commits what an unavailable store did not store before everything that waited for it', async () => {
    const commits: string[][] = [];
    const unavailable = Promise.withResolvers<{ ok: true; deferred: true }>();
    const commit: Ledger['commit'] = (writes) =>
      commits.push(keysIn(writes)) === 1 ? unavailable.promise : Promise.resolve({ ok: true });
    const outbox = new Outbox({ commit }, RUN);
    outbox.add({ ...batch('start'), repeatable: true });
    const started = outbox.commit();
    outbox.add({ ...batch('end'), repeatable: true });
    const ended = outbox.commit();
    unavailable.resolve({ ok: true, deferred: true });
    await Promise.all([started, ended]);
    expect(commits).toEqual([
      ['run.guard', 'start'],
      ['run.guard', 'start', 'end'],
    ]);
  });

  it('returns what an unavailable store did not store with the end of the run', async () => {
    const outbox = new Outbox({ commit: async () => ({ ok: true, deferred: true }) }, RUN);
    outbox.add({ ...batch('a'), records: [record], repeatable: true });
    await outbox.commit();
    outbox.add(batch('b'));
    const { writes } = await outbox.end();
    expect(keysIn(writes)).toEqual(['run.guard', 'a', 'log.append', 'b']);
  });
});

describe('results of calls that outlive their run', () => {
  const late = async (commit: Ledger['commit'], ...keys: readonly string[]) => {
    const outbox = new Outbox({ commit }, RUN, [1, 1]);
    await outbox.end();
    outbox.add({ ...batch(...keys), records: [record] });
    await outbox.flushShared();
  };

  it('are recorded although the outcome was requested from a person in the meantime', async () => {
    const commits: unknown[] = [];
    await late(async (writes, records) => {
      commits.push([writes.length, records.length]);
      return writes.length > 0 ? { ok: false, failed: 0 } : { ok: true };
    }, 'c1');
    expect(commits).toEqual([
      [1, 1],
      [0, 1],
    ]);
  });

  it('are stored although the result of another call is rejected', async () => {
    const stored: unknown[] = [];
    await late(
      async (writes, records) => {
        const failed = keysIn(writes).indexOf('c1');
        if (failed >= 0) return { ok: false, failed };
        stored.push(...keysIn(writes), ...records);
        return { ok: true };
      },
      'c1',
      'c2',
    );
    expect(stored).toEqual(['c2', record]);
  });

  it('are stored when the store is unavailable for a moment', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    let tries = 0;
    await late(async () => {
      tries += 1;
      if (tries < 3) throw new Error('unavailable');
      return { ok: true };
    }, 'c1');
    expect({ tries, warnings: warn.mock.calls.length }).toEqual({ tries: 3, warnings: 0 });
  });

  it('cause a warning when the store stays unavailable, because no caller waits for them', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    await late(async () => Promise.reject(new Error('closed')), 'c1');
    expect(String(warn.mock.calls[0]?.[0])).toContain('could not be stored');
  });
});
