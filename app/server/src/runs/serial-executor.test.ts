import { describe, expect, it } from 'vitest';
import { SerialExecutor } from './serial-executor.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const { signal } = new AbortController();
const by = (userId: string) => ({ userId, signal });
const refused = { code: 'RateLimited', facts: { retryAfterMs: 5000 } };

/** Creates an executor in which five users wait until the gate opens. */
function fullExecutor() {
  const line = new SerialExecutor();
  const gate = Promise.withResolvers<void>();
  const waiting = ['a', 'b', 'c', 'd', 'e'].map((user) => line.run(by(user), () => gate.promise));
  return { line, gate, waiting };
}

describe('SerialExecutor', () => {
  it('runs work sequentially, also after a failure', async () => {
    const line = new SerialExecutor();
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await turn();
      seen.push(`${name} ends`);
      if (name === 'a') throw new Error('a failed');
      return name;
    };
    const results = await Promise.allSettled([
      line.run(by('vera'), work('a')),
      line.run(by('mika'), work('b')),
    ]);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(results).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'b' }]);
  });

  it('rejects the sixth request, and accepts another after one has ended', async () => {
    const { line, gate, waiting } = fullExecutor();
    await expect(line.run(by('f'), turn)).rejects.toMatchObject(refused);
    gate.resolve();
    await Promise.all(waiting);
    await expect(line.run(by('f'), async () => 'done')).resolves.toBe('done');
  });

  it('limits the pending requests of one user', async () => {
    const line = new SerialExecutor();
    const gate = Promise.withResolvers<void>();
    const asked = Array.from({ length: 20 }, () => line.run(by('greedy'), () => gate.promise));
    const other = line.run(by('vera'), async () => 'done');
    gate.resolve();
    const results = await Promise.allSettled(asked);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(other).resolves.toBe('done');
  });

  it('skips the work of a client that disconnected while it waited', async () => {
    const line = new SerialExecutor();
    const gate = Promise.withResolvers<void>();
    const gone = new AbortController();
    const first = line.run(by('vera'), () => gate.promise);
    let isDone = false;
    const second = line.run({ userId: 'mika', signal: gone.signal }, async () => {
      isDone = true;
    });
    gone.abort();
    gate.resolve();
    await first;
    await expect(second).rejects.toMatchObject(refused);
    expect(isDone).toBe(false);
  });
});
