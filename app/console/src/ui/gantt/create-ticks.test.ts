import { describe, expect, it } from 'vitest';
import { createDayTicks, createDurationTicks, LABEL_OFFSET } from './create-ticks.ts';
import { createTimeScale } from './create-time-scale.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const days = (from: string, to: string, width: number) =>
  createDayTicks(createTimeScale({ from: day(from), to: day(to), width }), 'en').map(({ label }) => label);

describe('makeDayTicks', () => {
  it('labels every day when there is enough space', () => {
    expect(days('2027-03-01', '2027-03-05', 400)).toEqual(['3/1', '3/2', '3/3', '3/4']);
  });

  it('labels Mondays when labels for every day do not fit', () => {
    expect(days('2027-03-02', '2027-03-31', 420)).toEqual(['3/8', '3/15', '3/22', '3/29']);
  });

  it('labels months over a long time', () => {
    expect(days('2026-01-01', '2027-01-01', 600)).toEqual(
      Array.from({ length: 12 }, (_, month) => `${month + 1}/1`),
    );
  });

  it('formats dates in the language', () => {
    const scale = createTimeScale({ from: day('2027-03-01'), to: day('2027-03-02'), width: 400 });
    expect(createDayTicks(scale, 'ja')[0]?.label).toBe('3/1');
  });
});

describe('makeDurationTicks', () => {
  it('counts from the beginning in round steps', () => {
    const scale = createTimeScale({ from: 5000, to: 15_000, width: 600 });
    expect(createDurationTicks(scale, 'en').map(({ label }) => label)).toEqual([
      '0 ms',
      '2.0 s',
      '4.0 s',
      '6.0 s',
      '8.0 s',
    ]);
  });

  it('adds no ticks in a gap that is not displayed', () => {
    const busy = [
      { from: 0, to: 1000 },
      { from: 3_600_000, to: 3_601_000 },
    ];
    const scale = createTimeScale({ from: 0, to: 3_601_000, width: 628, busy });
    const labels = createDurationTicks(scale, 'en').map(({ label }) => label);
    expect(labels).toEqual(['0 ms', '500 ms', '1.0 s', '1 h 00 m']);
  });

  it.each([480, 500, 520, 540, 560, 580, 600])('cuts no label at the end of the axis (%i px)', (width) => {
    const scale = createTimeScale({ from: 0, to: 14.9, width });
    for (const language of ['en', 'ja'] as const)
      for (const { x, label } of createDurationTicks(scale, language))
        expect(x + LABEL_OFFSET + label.length * 5.5).toBeLessThanOrEqual(width);
  });

  it('keeps a distance of at least the width of a label', () => {
    const scale = createTimeScale({ from: 0, to: 987_654, width: 777 });
    const positions = createDurationTicks(scale, 'en').map(({ x }) => x);
    expect(positions.length).toBeGreaterThan(3);
    for (const [index, x] of positions.entries()) {
      expect(x - (positions[index - 1] ?? -56)).toBeGreaterThanOrEqual(55);
    }
  });
});
