import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StallWatch } from './stall-watch.ts';

describe('StallWatch', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('reports a timeout when nothing arrives', () => {
    const onStall = vi.fn<() => void>();
    const watch = new StallWatch(1000, onStall);
    watch.startWaiting();
    vi.advanceTimersByTime(999);
    expect([watch.hasStalled, onStall.mock.calls.length]).toEqual([false, 0]);
    vi.advanceTimersByTime(1);
    expect([watch.hasStalled, onStall.mock.calls.length]).toEqual([true, 1]);
  });

  it('does not count the time of the consumer, and restarts afterwards', () => {
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

  it('waits longer while comments arrive, up to five timeouts', () => {
    const watch = new StallWatch(1000, () => {});
    watch.startWaiting();
    for (let passed = 0; passed < 4900; passed += 100) {
      watch.keepAlive();
      vi.advanceTimersByTime(100);
    }
    expect(watch.hasStalled).toBe(false);
    watch.keepAlive();
    vi.advanceTimersByTime(100);
    expect(watch.hasStalled).toBe(true);
  });

  it('times out one timeout after the last comment', () => {
    const watch = new StallWatch(1000, () => {});
    watch.startWaiting();
    watch.keepAlive();
    vi.advanceTimersByTime(1999);
    expect(watch.hasStalled).toBe(false);
    vi.advanceTimersByTime(1);
    expect(watch.hasStalled).toBe(true);
  });

  it('restarts with each event', () => {
    const watch = new StallWatch(1000, () => {});
    for (let events = 0; events < 10; events += 1) {
      watch.startWaiting();
      watch.keepAlive();
      vi.advanceTimersByTime(1500);
      watch.stopWaiting();
    }
    expect(watch.hasStalled).toBe(false);
  });

  it('has no timer before the first wait and after the end', () => {
    const watch = new StallWatch(1000, () => {});
    expect(vi.getTimerCount()).toBe(0);
    watch.startWaiting();
    expect(vi.getTimerCount()).toBe(1);
    watch.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
