import { describe, expect, it } from 'vitest';
import type { GanttRow } from './gantt-row.ts';
import { layOutGantt, ROW_HEIGHT } from './lay-out-gantt.ts';
import { createTimeScale } from './create-time-scale.ts';

const scale = createTimeScale({ from: 0, to: 100, width: 1000 });
const row = (id: string, from: number, to: number, more: Partial<GanttRow> = {}): GanttRow => ({
  id,
  label: id,
  from,
  to,
  look: 'bar',
  tone: 'neutral',
  summary: id,
  ...more,
});

describe('the layout of a chart', () => {
  it('places rows below each other at their times', () => {
    const { rows, height } = layOutGantt([row('a', 10, 30), row('b', 30, 90)], scale);
    expect(rows.map(({ x, width, y }) => [x, width, y])).toEqual([
      [100, 200, ROW_HEIGHT / 2],
      [300, 600, ROW_HEIGHT * 1.5],
    ]);
    expect(height).toBe(2 * ROW_HEIGHT);
  });

  it('keeps a row without length visible', () => {
    expect(layOutGantt([row('a', 50, 50)], scale).rows[0]?.width).toBe(3);
  });

  it('draws an arrow from the end of a row to the beginning of its successor', () => {
    const { arrows } = layOutGantt([row('a', 10, 30), row('b', 50, 90, { after: ['a'] })], scale);
    expect(arrows).toMatchObject([{ fromIndex: 0, toIndex: 1, path: 'M300,15V45H499', isLate: false }]);
  });

  it('draws a vertical arrow when there is no time between two rows', () => {
    const { arrows } = layOutGantt([row('a', 10, 30), row('b', 30, 90, { after: ['a'] })], scale);
    expect(arrows[0]?.path).toBe('M300,15V44');
  });

  it('ends an arrow in front of a milestone, which is at the end of its row', () => {
    const milestone = row('b', 30, 90, { after: ['a'], look: 'milestone' });
    expect(layOutGantt([row('a', 10, 30), milestone], scale).arrows[0]?.path).toBe('M300,15V45H892');
  });

  it('marks an arrow as late when the successor is due before its predecessor', () => {
    const early = row('b', 10, 20, { after: ['a'], look: 'milestone' });
    expect(layOutGantt([row('a', 10, 30), early], scale).arrows[0]).toMatchObject({
      isLate: true,
      path: 'M300,15V45H208',
    });
  });

  it('draws no arrow to a missing row', () => {
    expect(layOutGantt([row('a', 0, 1, { after: ['ghost'] })], scale).arrows).toEqual([]);
  });
});
