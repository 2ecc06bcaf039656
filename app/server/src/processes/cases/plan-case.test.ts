import { beforeEach, describe, expect, it } from 'vitest';
import { createJapaneseHolidays } from '../schedule/japanese-holidays.ts';
import { formatPlainDate, parsePlainDate } from '../schedule/plain-date.ts';
import type { ProcessTemplate } from '../templates/process-template.ts';
import { planCase, replanCase, reviewCase } from './plan-case.ts';
import type { ProcessCase, StepInstance } from './process-case.ts';

const holidays = createJapaneseHolidays();
const day = (text: string) => parsePlainDate(text) ?? Number.NaN;
const today = day('2026-11-16');

const base = { requiredArtifacts: [], dependsOn: [] };
const template: ProcessTemplate = {
  id: 't',
  userId: 'u',
  name: '採用',
  version: 1,
  createdAt: 0,
  steps: [
    { ...base, id: 'a', seq: 1, name: '要件', basis: 'goal', offsetDays: -10 },
    { ...base, id: 'b', seq: 2, name: '募集', basis: 'prev', offsetDays: 2, dependsOn: ['a'] },
    { ...base, id: 'c', seq: 3, name: '面接', basis: 'prev', offsetDays: 3 },
    { ...base, id: 'd', seq: 4, name: '入社', basis: 'goal', offsetDays: 0, dependsOn: ['b', 'c'] },
  ],
};

let ids = 0;
beforeEach(() => {
  ids = 0;
});

function start(goal: string): ProcessCase {
  const goalDate = day(goal);
  const { steps } = planCase(template, { goalDate, today, holidays }, () => `i${(ids += 1)}`);
  return { id: 'c', userId: 'u', templateId: 't', name: '採用', goalDate, version: 1, createdAt: 0, steps };
}

const dates = (steps: readonly StepInstance[]) => steps.map(({ dueDate }) => formatPlainDate(dueDate));

describe('a planned case', () => {
  it('counts from the goal, from a dependency and from the step before', () => {
    expect(dates(start('2026-12-18').steps)).toEqual([
      '2026-12-04',
      '2026-12-08',
      '2026-12-11',
      '2026-12-18',
    ]);
  });

  it('moves with its goal date, except for locked and completed steps, which also determine the steps after them', () => {
    const current = start('2026-12-18');
    const [first, second, ...rest] = current.steps;
    if (first === undefined || second === undefined) throw new Error('There are no steps.');
    current.steps = [{ ...first, status: 'done' }, { ...second, isLocked: true }, ...rest];
    const plan = replanCase(current, { goalDate: day('2027-01-15'), today, holidays });
    expect(dates(plan.steps)).toEqual(['2026-12-04', '2026-12-08', '2026-12-11', '2027-01-15']);
    expect(plan.moves).toEqual([{ stepId: 'i4', from: day('2026-12-18'), to: day('2027-01-15') }]);
    expect(dates(current.steps).at(-1)).toBe('2026-12-18');
  });

  it('moves no step when nothing changes', () => {
    const current = start('2026-12-18');
    expect(replanCase(current, { goalDate: current.goalDate, today, holidays }).moves).toEqual([]);
  });

  it('warns about a goal date that is too close, and about the current dates', () => {
    const current = start('2026-11-20');
    const warned = reviewCase(current, { today, holidays }).warnings.map((warning) => [
      warning.seq,
      warning.class,
    ]);
    expect(warned).toEqual([
      [1, 'DueInThePast'],
      [2, 'DueInThePast'],
      [3, 'DueInThePast'],
    ]);
  });
});
