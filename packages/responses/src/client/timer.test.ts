import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => void vi.useRealTimers());

describe('systemTimer', () => {
  it.each([-3_600_000, 3_600_000])(
    'goes on evenly when the clock on the wall jumps by %i ms',
    async (jump) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      vi.resetModules();
      const { systemTimer } = await import('./timer.ts');
      const before = systemTimer.now();
      vi.setSystemTime(Date.now() + jump);
      const passed = systemTimer.now() - before;
      expect(passed).toBeGreaterThanOrEqual(0);
      expect(passed).toBeLessThan(60_000);
    },
  );
});
