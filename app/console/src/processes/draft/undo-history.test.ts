import { describe, expect, it } from 'vitest';
import { redo, remember, startHistory, undo } from './undo-history.ts';

const written = () => remember(remember(startHistory('a'), 'b'), 'c');

describe('an undo history', () => {
  it('undoes one value at a time', () => {
    expect(undo(written()).present).toBe('b');
    expect(undo(undo(written())).present).toBe('a');
  });

  it('does not change when there is nothing to undo', () => {
    const start = startHistory('a');
    expect(undo(start)).toBe(start);
  });

  it('redoes an undone value', () => {
    expect(redo(redo(undo(undo(written())))).present).toBe('c');
    expect(redo(written())).toEqual(written());
  });

  it('discards undone values when a new value is added', () => {
    const changed = remember(undo(written()), 'd');
    expect(redo(changed).present).toBe('d');
    expect(undo(changed).present).toBe('b');
  });

  it('stores a limited number of values', () => {
    let history = startHistory(0);
    for (let value = 1; value <= 500; value += 1) history = remember(history, value);
    expect(history.past).toHaveLength(200);
    expect(history.past[0]).toBe(300);
  });
});
