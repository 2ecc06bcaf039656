import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StallWatch } from './stall-watch.ts';

describe('StallWatch', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('says when nothing arrives for too long', () => {
    const onStall = vi.fn<() => void>();
    const watch = new StallWatch(1000, onStall);
    watch.startWaiting();
    vi.advanceTimersByTime(999);
    expect([watch.hasStalled, onStall.mock.calls.length]).toEqual([false, 0]);
    vi.advanceTimersByTime(1);
    expect([watch.hasStalled, onStall.mock.calls.length]).toEqual([true, 1]);
  });

  it('does not count the time of the consumer, and counts anew afterwards', () => {
    const watch = new StallWatch(1000, () => {});
    watch.startWaiting();
    watch.stopWaiting();
    vi.advanceTimersByTime(5000);
    expect(watch.hasStalled).toBe(false);
    watch.startWaiting();
    vi.advanceTimersByTime(999);
    expect(watch.hasStalled).toBe(false);
    vi.advanceTimersByTime(1);
    expect(watch.hasStalled).toBe(true);
  });

  it('keeps no timer before the first wait and after the end', () => {
    const watch = new StallWatch(1000, () => {});
    expect(vi.getTimerCount()).toBe(0);
    watch.startWaiting();
    expect(vi.getTimerCount()).toBe(1);
    watch.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
