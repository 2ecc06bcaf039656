import type { TimeSpan } from './gantt-row.ts';

/** An idle interval that is drawn narrower than its true width, with its position. */
type CompressedGap = TimeSpan & { fromX: number; toX: number };

/** Converts times to positions. It is monotonic, and its ends are the ends of the chart. */
export type TimeScale = TimeSpan & {
  width: number;
  gaps: readonly CompressedGap[];
  toX: (time: number) => number;
};

/** The options of a scale. With `busy`, long intervals outside of it shrink to `gapWidth`. */
export type TimeScaleOptions = TimeSpan & {
  width: number;
  busy?: readonly TimeSpan[] | undefined;
  gapWidth?: number | undefined;
};

// Only pauses that would use at least this share of the chart shrink.
const MIN_GAP_SHARE = 0.08;

/** Creates a scale for an interval of time. */
export function createTimeScale(options: TimeScaleOptions): TimeScale {
  const { from, width } = options;
  const to = Math.max(options.to, from + 1);
  const { hidden, shown } = chooseHidden({ from, to }, options.busy);
  const gapWidth = Math.min(options.gapWidth ?? 28, width / (2 * Math.max(1, hidden.length)));
  const room = width - hidden.length * gapWidth;
  const gaps: CompressedGap[] = [];
  let x = 0;
  let at = from;
  for (const gap of hidden) {
    const fromX = x + ((gap.from - at) / shown) * room;
    gaps.push({ ...gap, fromX, toX: fromX + gapWidth });
    x = fromX + gapWidth;
    at = gap.to;
  }
  const toX = (time: number) => {
    const clamped = Math.min(to, Math.max(from, time));
    const before = gaps.findLast((gap) => gap.from <= clamped);
    if (before === undefined) return ((clamped - from) / shown) * room;
    if (clamped < before.to) {
      return before.fromX + ((clamped - before.from) / (before.to - before.from)) * gapWidth;
    }
    return before.toX + ((clamped - before.to) / shown) * room;
  };
  return { from, to, width, gaps, toX };
}

/** Returns the intervals that shrink and the remaining time. The whole range never shrinks. */
function chooseHidden(span: TimeSpan, busy: readonly TimeSpan[] | undefined) {
  const whole = span.to - span.from;
  const idle = busy === undefined ? [] : findIdle(span, busy);
  const hidden = idle.filter((gap) => gap.to - gap.from > whole * MIN_GAP_SHARE);
  const shown = hidden.reduce((left, gap) => left - (gap.to - gap.from), whole);
  return shown > 0 ? { hidden, shown } : { hidden: [], shown: whole };
}

/** Returns the intervals in which nothing is busy. */
function findIdle({ from, to }: TimeSpan, busy: readonly TimeSpan[]): TimeSpan[] {
  const idle: TimeSpan[] = [];
  let free = from;
  for (const span of busy.toSorted((a, b) => a.from - b.from)) {
    if (span.from > free) idle.push({ from: free, to: Math.min(span.from, to) });
    free = Math.max(free, span.to);
  }
  if (free < to) idle.push({ from: free, to });
  return idle;
}
