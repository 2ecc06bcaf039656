import type { GanttRow } from './gantt-row.ts';
import type { TimeScale } from './make-time-scale.ts';

/** The height of every row, so that any row can be found without measuring. */
export const ROW_HEIGHT = 30;

const MIN_BAR_WIDTH = 3;

/** A row with its place in the picture; `y` is its middle. */
type PlacedRow = { row: GanttRow; index: number; x: number; width: number; y: number };

/** The way from one row to one that follows it; it is late when the follower is due first. */
type PlacedArrow = { id: string; fromIndex: number; toIndex: number; path: string; isLate: boolean };

/** Where everything is drawn. */
export type GanttLayout = { rows: PlacedRow[]; arrows: PlacedArrow[]; height: number };

/** Places rows one under the other and draws an arrow from each row to what follows it. */
export function layOutGantt(rows: readonly GanttRow[], scale: TimeScale): GanttLayout {
  const placed = rows.map((row, index) => {
    const x = scale.toX(row.from);
    const width = Math.max(MIN_BAR_WIDTH, scale.toX(row.to) - x);
    return { row, index, x, width, y: (index + 0.5) * ROW_HEIGHT };
  });
  const byId = new Map(placed.map((place) => [place.row.id, place]));
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
  // The tip stops short of the mark, or the mark would cover it; without room it comes from above or below.
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
