import type { GanttRow } from './gantt-row.ts';
import type { TimeScale } from './create-time-scale.ts';

/** The height of every row. It is constant, so that the position of a row needs no measuring. */
export const ROW_HEIGHT = 30;

const MIN_BAR_WIDTH = 3;

/** A row with its position; `y` is its center. */
type PlacedRow = { row: GanttRow; index: number; x: number; width: number; y: number };

/** The arrow from a row to its successor. It is late when the successor is due first. */
type PlacedArrow = { id: string; fromIndex: number; toIndex: number; path: string; isLate: boolean };

/** The positions of all elements. */
export type GanttLayout = { rows: PlacedRow[]; arrows: PlacedArrow[]; height: number };

/** Places rows below each other and adds an arrow from each row to its successors. */
export function layOutGantt(rows: readonly GanttRow[], scale: TimeScale): GanttLayout {
  const placed = rows.map((row, index) => {
    const x = scale.toX(row.from);
    const width = Math.max(MIN_BAR_WIDTH, scale.toX(row.to) - x);
    return { row, index, x, width, y: (index + 0.5) * ROW_HEIGHT };
  });
  const byId = new Map(placed.map((entry) => [entry.row.id, entry]));
  const arrows = placed.flatMap((target) =>
    (target.row.after ?? []).flatMap((id) => {
      const source = byId.get(id);
      return source === undefined ? [] : [drawArrow(source, target, scale)];
    }),
  );
  return { rows: placed, arrows, height: rows.length * ROW_HEIGHT };
}

function drawArrow(source: PlacedRow, target: PlacedRow, scale: TimeScale): PlacedArrow {
  const fromX = scale.toX(source.row.to);
  const isMilestone = target.row.look === 'milestone';
  const toX = isMilestone ? scale.toX(target.row.to) : target.x;
  const isLate = source.row.to > (isMilestone ? target.row.to : target.row.from);
  // The tip ends before the mark, which would cover it. Without enough space the arrow comes from above or below.
  const gap = isMilestone ? 8 : 1;
  const room = toX - fromX;
  const path =
    Math.abs(room) > gap + 4
      ? `M${round(fromX)},${source.y}V${target.y}H${round(toX - Math.sign(room) * gap)}`
      : `M${round(fromX)},${source.y}V${target.y - Math.sign(target.y - source.y) * gap}`;
  return {
    id: `${source.row.id}>${target.row.id}`,
    fromIndex: source.index,
    toIndex: target.index,
    path,
    isLate,
  };
}

const round = (x: number) => Math.round(x * 10) / 10;
