import { describe, expect, it } from 'vitest';
import { DecisionDelay, type PendingDecision } from './decision-delay.ts';

function setUp() {
  const sent: string[] = [];
  const shown: (string | undefined)[] = [];
  const timers = new Map<number, () => void>();
  let next = 0;
  const delay = new DecisionDelay<string>({
    send: (decision) => sent.push(decision),
    onChange: (pending: PendingDecision<string> | undefined) => shown.push(pending?.decision),
    now: () => 1000,
    after: (_milliseconds, call) => {
      next += 1;
      const id = next;
      timers.set(id, call);
      return () => void timers.delete(id);
    },
  });
  const wait = () => {
    for (const [id, call] of timers) {
      timers.delete(id);
      call();
    }
  };
  return { delay, sent, shown, wait, timers };
}

describe('DecisionDelay', () => {
  it('sends once, after the delay', () => {
    const { delay, sent, wait } = setUp();
    delay.delay('approve a');
    expect(sent).toEqual([]);
    wait();
    wait();
    expect(sent).toEqual(['approve a']);
  });

  it('sends nothing after an undo', () => {
    const { delay, sent, shown, wait } = setUp();
    delay.delay('approve a');
    delay.undo();
    wait();
    expect(sent).toEqual([]);
    expect(shown).toEqual(['approve a', undefined]);
  });

  it('leaves no timer that could send the next decision early', () => {
    const { delay, timers } = setUp();
    delay.delay('approve a');
    delay.undo();
    expect(timers.size).toBe(0);
    delay.delay('approve b');
    delay.sendNow();
    expect(timers.size).toBe(0);
  });

  it('cannot undo a sent decision', () => {
    const { delay, sent } = setUp();
    delay.delay('approve a');
    delay.sendNow();
    delay.undo();
    expect(sent).toEqual(['approve a']);
  });

  it('sends the first decision before it delays the second', () => {
    const { delay, sent, wait } = setUp();
    delay.delay('approve a');
    delay.delay('deny b');
    expect(sent).toEqual(['approve a']);
    wait();
    expect(sent).toEqual(['approve a', 'deny b']);
  });

  it('sends nothing when no decision is pending', () => {
    const { delay, sent } = setUp();
    delay.sendNow();
    expect(sent).toEqual([]);
  });
});
