import { describe, expect, it } from 'vitest';
import type { Clock } from '../flow/clock.ts';
import { IdleCollector } from './idle-collector.ts';

const MB = 1024 * 1024;

/** A simulated plugin with a manual clock and memory size; a collection reduces the memory to 60 MB. */
class QuietRoom {
  readonly #timers = new Set<{ at: number; callback: () => void }>();
  #now = 0;
  memory = 70 * MB;
  collections = 0;
  readonly clock: Clock = {
    now: () => this.#now,
    schedule: (delayMs, callback) => {
      const timer = { at: this.#now + delayMs, callback };
      this.#timers.add(timer);
      return () => this.#timers.delete(timer);
    },
  };
  readonly collector = new IdleCollector({
    clock: this.clock,
    readMemory: () => this.memory,
    collect: () => {
      this.collections += 1;
      this.memory = 60 * MB;
    },
  });

  pass(ms: number): void {
    this.#now += ms;
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.#now)) {
      this.#timers.delete(timer);
      timer.callback();
    }
  }

  work(grownMb: number): void {
    const end = this.collector.beginWork();
    this.memory += grownMb * MB;
    end();
  }
}

describe('IdleCollector', () => {
  it('releases the memory of the start after five idle seconds', () => {
    const room = new QuietRoom();
    room.pass(4999);
    expect(room.collections).toBe(0);
    room.pass(1);
    expect(room.collections).toBe(1);
  });

  it('releases the memory of earlier requests once', () => {
    const room = new QuietRoom();
    room.pass(5000);
    room.work(20);
    room.pass(5000);
    expect(room.collections).toBe(2);
    room.pass(60_000);
    expect(room.collections).toBe(2);
  });

  it('waits until the last of several requests has ended', () => {
    const room = new QuietRoom();
    const endFirst = room.collector.beginWork();
    const endSecond = room.collector.beginWork();
    endFirst();
    room.pass(60_000);
    expect(room.collections).toBe(0);
    endSecond();
    room.pass(5000);
    expect(room.collections).toBe(1);
  });

  it('restarts its timer with every request', () => {
    const room = new QuietRoom();
    for (let request = 0; request < 10; request += 1) {
      room.work(20);
      room.pass(4000);
    }
    expect(room.collections).toBe(0);
    room.pass(1000);
    expect(room.collections).toBe(1);
  });

  it('does not collect when little memory was allocated', () => {
    const room = new QuietRoom();
    room.pass(5000);
    room.work(1.5);
    room.pass(5000);
    room.work(1.5);
    room.pass(5000);
    expect(room.collections).toBe(1);
    // The allocations of many small requests add up.
    room.work(1.5);
    room.pass(5000);
    expect(room.collections).toBe(2);
  });
});
