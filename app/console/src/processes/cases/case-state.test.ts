import { describe, expect, it } from 'vitest';
import { parsePlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { assigneesOf, stateOf } from './case-state.ts';

const today = parsePlainDate('2026-11-17') ?? 0;
const step = (status: 'todo' | 'doing' | 'done', dueDate: string, assignee: string | null = null) => ({
  status,
  dueDate,
  assignee,
});

describe('the state of a case', () => {
  it.each([
    ['done', [step('done', '2026-11-01')]],
    ['late', [step('done', '2026-11-01'), step('todo', '2026-11-16')]],
    ['doing', [step('done', '2026-11-01'), step('todo', '2026-11-17')]],
    ['todo', [step('todo', '2026-11-17')]],
  ])('is %s', (state, steps) => {
    expect(stateOf(steps, today)).toBe(state);
  });

  it('names each person with an open step once', () => {
    const steps = [
      step('done', '2026-11-01', 'aya'),
      step('doing', '2026-11-20', 'ken'),
      step('todo', '2026-11-21', 'ken'),
      step('todo', '2026-11-22'),
    ];
    expect(assigneesOf(steps)).toEqual(['ken']);
  });
});
