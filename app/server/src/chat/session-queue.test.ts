import { describe, expect, it } from 'vitest';
import { SessionQueue } from './session-queue.ts';

/** Creates work that ends on demand. */
function makeWork(log: string[], name: string) {
  const gate = Promise.withResolvers<void>();
  const work = async () => {
    log.push(`${name} begins`);
    await gate.promise;
    log.push(`${name} ends`);
    return name;
  };
  return { work, end: gate.resolve, fail: () => gate.reject(new Error(name)) };
}

describe('SessionQueue', () => {
  it('runs the work of one session sequentially, and other sessions concurrently', async () => {
    const queue = new SessionQueue();
    const log: string[] = [];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => makeWork(log, name));
    const first = queue.run('one', a!.work);
    const second = queue.run('one', b!.work);
    const other = queue.run('two', c!.work);
    c!.end();
    expect(await other).toBe('c');
    b!.end();
    a!.end();
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect(log).toEqual(['a begins', 'c begins', 'c ends', 'a ends', 'b begins', 'b ends']);
  });

  it('continues after work that failed', async () => {
    const queue = new SessionQueue();
    const log: string[] = [];
    const [a, b] = ['a', 'b'].map((name) => makeWork(log, name));
    const first = queue.run('one', a!.work);
    const second = queue.run('one', b!.work);
    a!.fail();
    b!.end();
    await expect(first).rejects.toThrow('a');
    expect(await second).toBe('b');
  });

  it('rejects work when too much waits, and accepts more afterwards', async () => {
    const queue = new SessionQueue();
    const works = Array.from({ length: 11 }, (_, index) => makeWork([], String(index)));
    const running = works.map(({ work }) => queue.run('one', work));
    await expect(queue.run('one', async () => 'late')).rejects.toMatchObject({ code: 'SessionBusy' });
    for (const { end } of works) end();
    await Promise.all(running);
    expect(await queue.run('one', async () => 'later')).toBe('later');
  });
});
