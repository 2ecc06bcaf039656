import { describe, expect, it } from 'vitest';
import type { Clock } from '../flow/clock.ts';
import { IdleCollector } from './idle-collector.ts';

const MB = 1024 * 1024;

/** A simulated plugin with a manual clock and memory size; a collection reduces the memory to 60 MB. */
class SimulatedPlugin {
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
    const simulated = new SimulatedPlugin();
    simulated.pass(4999);
    expect(simulated.collections).toBe(0);
    simulated.pass(1);
    expect(simulated.collections).toBe(1);
  });

  it('releases the memory of earlier requests once', () => {
    const simulated = new SimulatedPlugin();
    simulated.pass(5000);
    simulated.work(20);
    simulated.pass(5000);
    expect(simulated.collections).toBe(2);
    simulated.pass(60_000);
    expect(simulated.collections).toBe(2);
  });

  it('waits until the last of several requests has ended', () => {
    const simulated = new SimulatedPlugin();
    const endFirst = simulated.collector.beginWork();
    const endSecond = simulated.collector.beginWork();
    endFirst();
    simulated.pass(60_000);
    expect(simulated.collections).toBe(0);
    endSecond();
    simulated.pass(5000);
    expect(simulated.collections).toBe(1);
  });

  it('restarts its timer with every request', () => {
    const simulated = new SimulatedPlugin();
    for (let request = 0; request < 10; request += 1) {
      simulated.work(20);
      simulated.pass(4000);
    }
    expect(simulated.collections).toBe(0);
    simulated.pass(1000);
    expect(simulated.collections).toBe(1);
  });

  it('does not collect when little memory was allocated', () => {
    const simulated = new SimulatedPlugin();
    simulated.pass(5000);
    simulated.work(1.5);
    simulated.pass(5000);
    simulated.work(1.5);
    simulated.pass(5000);
    expect(simulated.collections).toBe(1);
    // The allocations of many small requests add up.
    simulated.work(1.5);
    simulated.pass(5000);
    expect(simulated.collections).toBe(2);
  });
});
