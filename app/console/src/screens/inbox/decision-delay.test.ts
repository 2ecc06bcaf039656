import { describe, expect, it } from 'vitest';
import { DecisionDelay, type PendingDecision } from './decision-delay.ts';

function desk() {
  const sent: string[] = [];
  const shown: (string | undefined)[] = [];
  const timers = new Map<number, () => void>();
  let next = 0;
  const hold = new DecisionDelay<string>({
    send: (decision) => sent.push(decision),
    onChange: (held: PendingDecision<string> | undefined) => shown.push(held?.decision),
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
  return { hold, sent, shown, wait, timers };
}

describe('DecisionDelay', () => {
  it('sends after the pause, once', () => {
    const { hold, sent, wait } = desk();
    hold.hold('approve a');
    expect(sent).toEqual([]);
    wait();
    wait();
    expect(sent).toEqual(['approve a']);
  });

  it('sends nothing after an undo', () => {
    const { hold, sent, shown, wait } = desk();
    hold.hold('approve a');
    hold.undo();
    wait();
    expect(sent).toEqual([]);
    expect(shown).toEqual(['approve a', undefined]);
  });

  it('leaves no timer behind that could send the next decision early', () => {
    const { hold, timers } = desk();
    hold.hold('approve a');
    hold.undo();
    expect(timers.size).toBe(0);
    hold.hold('approve b');
    hold.sendNow();
    expect(timers.size).toBe(0);
  });

  it('cannot undo what was sent', () => {
    const { hold, sent } = desk();
    hold.hold('approve a');
    hold.sendNow();
    hold.undo();
    expect(sent).toEqual(['approve a']);
  });

  it('sends the first before it holds the second', () => {
    const { hold, sent, wait } = desk();
    hold.hold('approve a');
    hold.hold('deny b');
    expect(sent).toEqual(['approve a']);
    wait();
    expect(sent).toEqual(['approve a', 'deny b']);
  });

  it('sends nothing when nothing is held', () => {
    const { hold, sent } = desk();
    hold.sendNow();
    expect(sent).toEqual([]);
  });
});
