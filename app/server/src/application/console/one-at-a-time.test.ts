import { describe, expect, it } from 'vitest';
import { OneAtATime } from './one-at-a-time.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('OneAtATime', () => {
  it('does one thing after another, also after one that failed', async () => {
    const line = new OneAtATime();
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await turn();
      seen.push(`${name} ends`);
      if (name === 'a') throw new Error('a failed');
      return name;
    };
    const results = await Promise.allSettled([line.run(work('a')), line.run(work('b'))]);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(results).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'b' }]);
  });

  it('refuses the sixth, and takes another when one is done', async () => {
    const line = new OneAtATime();
    const gate = Promise.withResolvers<void>();
    const waiting = Array.from({ length: 5 }, () => line.run(() => gate.promise));
    await expect(line.run(turn)).rejects.toMatchObject({
      code: 'RateLimited',
      facts: { retryAfterMs: 5000 },
    });
    gate.resolve();
    await Promise.all(waiting);
    await expect(line.run(async () => 'done')).resolves.toBe('done');
  });
});
