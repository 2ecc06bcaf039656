import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => void vi.useRealTimers());

describe('systemTimer', () => {
  it.each([-3_600_000, 3_600_000])('is monotonic when the system clock jumps by %i ms', async (jump) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.resetModules();
    const { systemTimer } = await import('./timer.ts');
    const before = systemTimer.now();
    vi.setSystemTime(Date.now() + jump);
    const passed = systemTimer.now() - before;
    expect(passed).toBeGreaterThanOrEqual(0);
    expect(passed).toBeLessThan(60_000);
  });
});
