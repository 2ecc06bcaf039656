import holidayJp from '@holiday-jp/holiday_jp';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBusinessDays, isBusinessDay } from './business-calendar.ts';
import { createJapaneseHolidays } from './japanese-holidays.ts';
import { makeSchedule, type StepToSchedule } from './make-schedule.ts';
import { formatPlainDate, parsePlainDate } from './plain-date.ts';

const holidays = createJapaneseHolidays();
const day = (text: string) => parsePlainDate(text) ?? Number.NaN;

/** All business days of twenty years in order, computed with Date and the holiday package. */
const workingDays: string[] = [];
for (
  const date = new Date('2018-01-01T00:00:00Z');
  date.getUTCFullYear() < 2038;
  date.setUTCDate(date.getUTCDate() + 1)
) {
  const text = date.toISOString().slice(0, 10);
  const isWeekend = ['Sat', 'Sun'].includes(date.toUTCString().slice(0, 3));
  if (!isWeekend && !Object.hasOwn(holidayJp.holidays, text)) workingDays.push(text);
}

/** Returns the n-th business day strictly before or after a day from the list. */
function oracle(from: string, days: number, rollBack: boolean): string {
  const after = workingDays.findIndex((text) => text > from);
  const before = workingDays.findLastIndex((text) => text < from);
  if (days === 0 && workingDays.includes(from)) return from;
  const isBack = days < 0 || (days === 0 && rollBack);
  const count = Math.max(1, Math.abs(days)) - 1;
  return (isBack ? workingDays[before - count] : workingDays[after + count]) ?? '';
}

const stepsArbitrary = fc
  .array(
    fc.record({
      basis: fc.constantFrom('goal', 'prev'),
      offsetDays: fc.integer({ min: -365, max: 365 }),
      picks: fc.array(fc.nat(), { maxLength: 3 }),
      fixed: fc.option(fc.integer({ min: day('2025-01-01'), max: day('2028-12-31') }), {
        freq: 6,
        nil: undefined,
      }),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((raw) =>
    raw.map(({ basis, picks, offsetDays, fixed }, index): StepToSchedule => {
      const dependsOn = index === 0 ? [] : [...new Set(picks.map((pick) => (pick % index) + 1))];
      return {
        seq: index + 1,
        basis: index === 0 ? 'goal' : basis === 'goal' ? 'goal' : 'prev',
        offsetDays: Math.trunc(offsetDays / raw.length),
        dependsOn,
        fixed,
      };
    }),
  );

const goals = fc.integer({ min: day('2026-01-01'), max: day('2027-12-31') });

describe('makeSchedule', () => {
  it('agrees with a list of all business days', () => {
    fc.assert(
      fc.property(stepsArbitrary, goals, (steps, goal) => {
        const { due } = makeSchedule(steps, { goal, today: 0, holidays });
        const expected: string[] = [];
        for (const { seq, basis, offsetDays, dependsOn, fixed } of steps) {
          const before = (dependsOn.length > 0 ? dependsOn : [seq - 1]).map(
            (other) => expected[other - 1] ?? '',
          );
          const base = basis === 'goal' ? formatPlainDate(goal) : (before.toSorted().at(-1) ?? '');
          expected.push(
            fixed === undefined ? oracle(base, offsetDays, basis === 'goal') : formatPlainDate(fixed),
          );
        }
        expect([...due.values()].map(formatPlainDate)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('never moves fixed dates and warns exactly about inconsistent ones', () => {
    fc.assert(
      fc.property(stepsArbitrary, goals, goals, (steps, goal, today) => {
        const { due, warnings } = makeSchedule(steps, { goal, today, holidays });
        const seen = new Set(warnings.map((warning) => `${warning.seq} ${warning.class}`));
        for (const { seq, fixed, dependsOn } of steps) {
          const date = due.get(seq) ?? Number.NaN;
          expect(fixed === undefined ? isBusinessDay(date, holidays) : date === fixed).toBe(true);
          expect(seen.has(`${seq} DueInThePast`)).toBe(date < today);
          expect(seen.has(`${seq} DueAfterGoal`)).toBe(date > goal);
          expect(seen.has(`${seq} DueBeforeDependency`)).toBe(
            dependsOn.some((other) => Number(due.get(other)) > date),
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it('ends the critical path at the last date, and no other chain of dependencies is later at any point', () => {
    fc.assert(
      fc.property(stepsArbitrary, goals, (steps, goal) => {
        const { due, criticalPath } = makeSchedule(steps, { goal, today: 0, holidays });
        const chains = (seq: number): number[][] => {
          const { basis, dependsOn } = steps[seq - 1] ?? { basis: 'goal', dependsOn: [] };
          const before = dependsOn.length > 0 ? dependsOn : basis === 'prev' ? [seq - 1] : [];
          return before.length === 0 ? [[seq]] : before.flatMap(chains).map((chain) => [...chain, seq]);
        };
        const rank = (chain: number[]) =>
          chain
            .toReversed()
            .map((seq) => `${formatPlainDate(due.get(seq) ?? 0)}/${String(seq).padStart(2, '0')}`)
            .join(' ');
        const all = steps.flatMap(({ seq }) => chains(seq));
        expect(rank(criticalPath)).toBe(all.map(rank).reduce((a, b) => (a > b ? a : b)));
      }),
      { numRuns: 200 },
    );
  });

  it('warns when a date is after the known holidays', () => {
    const step: StepToSchedule = { seq: 1, basis: 'goal', offsetDays: 0, dependsOn: [] };
    const known = makeSchedule([step], { goal: day('2050-12-30'), today: 0, holidays });
    const unknown = makeSchedule([step], { goal: day('2051-01-06'), today: 0, holidays });
    expect([known.warnings, unknown.warnings]).toEqual([[], [{ seq: 1, class: 'HolidaysUnknown' }]]);
  });

  it('does not warn about a completed step in the past', () => {
    const step: StepToSchedule = { seq: 1, basis: 'goal', offsetDays: 0, dependsOn: [], isDone: true };
    const days = { goal: day('2026-11-16'), today: day('2026-11-17'), holidays };
    expect(makeSchedule([step], days).warnings).toEqual([]);
    expect(makeSchedule([{ ...step, isDone: false }], days).warnings).toHaveLength(1);
  });
});

describe('addBusinessDays', () => {
  it.each([
    ['2026-09-18', 1, '2026-09-24', 'over a weekend, two holidays and the citizens’ holiday between them'],
    ['2026-05-01', 1, '2026-05-07', 'over Golden Week with its substitute holiday'],
    ['2027-03-19', 1, '2027-03-23', 'over a substitute Monday'],
    ['2026-11-14', 1, '2026-11-16', 'from a Saturday'],
    ['2026-11-14', -1, '2026-11-13', 'back from a Saturday'],
    ['2026-11-14', 0, '2026-11-13', 'by nothing from a Saturday'],
    ['2026-11-16', 0, '2026-11-16', 'by nothing from a Monday'],
    ['2024-02-28', 1, '2024-02-29', 'into a leap day'],
  ])('counts from %s by %i to %s: %s', (from, days, to) => {
    expect(formatPlainDate(addBusinessDays(day(from), days, { holidays, dayOff: 'earlier' }))).toBe(to);
  });

  it('counts forward from a day off for a dependent step', () => {
    expect(formatPlainDate(addBusinessDays(day('2026-11-14'), 0, { holidays, dayOff: 'later' }))).toBe(
      '2026-11-16',
    );
  });
});
