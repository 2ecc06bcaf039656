import { describe, expect, it } from 'vitest';
import type { RunFactsStore } from '../runs/run-facts-store.ts';
import type { RunHost } from '../runs/run-host.ts';
import { PolicyService } from './policy-service.ts';
import type { PolicyStore } from './policy-store.ts';
import type { VersionedUpdater } from './versioned-updater.ts';

/** Creates a service whose replays of recorded runs never yield to the event loop. */
function serviceWith(runs: number, replay: () => void): PolicyService {
  const profile = { name: 'balanced' };
  const runHost = {
    standardProfile: () => profile,
    checkProfile: () => profile,
    replay: async () => {
      replay();
      return [];
    },
  };
  const store = {
    getProfile: async () => undefined,
    listRunFacts: async () => Array.from({ length: runs }, (_, n) => ({ run_id: `run_${n}` })),
  };
  return new PolicyService({
    runHost: runHost as unknown as RunHost,
    store: store as unknown as PolicyStore,
    facts: store as unknown as RunFactsStore,
    changes: {} as VersionedUpdater,
    clock: () => 0,
  });
}

const requesterOf = (number: number, signal = new AbortController().signal) => ({
  userId: `user-${number}`,
  signal,
});

describe('dry run of a profile', () => {
  it('yields to the event loop between runs, also with concurrent requests', async () => {
    let sinceTurn = 0;
    let most = 0;
    const service = serviceWith(20, () => {
      sinceTurn += 1;
      most = Math.max(most, sinceTurn);
    });
    const watch = () => {
      sinceTurn = 0;
      next = setImmediate(watch);
    };
    let next = setImmediate(watch);
    const request = { profile: {}, limit: 20 };
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, n) => service.dryRun('balanced', request, requesterOf(n))),
    );
    clearImmediate(next);
    expect(results.map(({ runs }) => runs)).toEqual([20, 20, 20, 20, 20]);
    // Each run is evaluated twice: with the current and with the changed profile.
    expect(most).toBe(2);
  });

  it('stops when the client disconnects', async () => {
    const gone = new AbortController();
    let judged = 0;
    const service = serviceWith(20, () => {
      judged += 1;
      gone.abort();
    });
    await service.dryRun('balanced', { profile: {}, limit: 20 }, requesterOf(1, gone.signal));
    expect(judged).toBe(2);
  });

  it('rejects more concurrent requests than can wait', async () => {
    const service = serviceWith(1, () => undefined);
    const request = { profile: {}, limit: 1 };
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => service.dryRun('balanced', request, requesterOf(n))),
    );
    const refused = tries.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { code: 'RateLimited' } })));
  });
});
