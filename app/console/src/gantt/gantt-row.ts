/** What a colour in the chart means; every tone is also said in words. */
export type GanttTone = 'neutral' | 'accent' | 'good' | 'warning' | 'bad';

/**
 * One line of the chart. Times are milliseconds since 1970. A milestone happens at `to` and what leads to it
 * begins at `from`; a wait is time in which nothing was done, and a frame only holds others, so neither counts as busy.
 */
export type GanttRow = {
  id: string;
  label: string;
  /** How deep the row sits in a tree; 0 is the top. */
  depth?: number | undefined;
  from: number;
  to: number;
  look: 'bar' | 'frame' | 'wait' | 'milestone';
  tone: GanttTone;
  /** The rows that this one follows; each gets an arrow. */
  after?: readonly string[] | undefined;
  /** Everything the picture says about the row, as a sentence. */
  summary: string;
};

/** A stretch of time. */
export type TimeSpan = { from: number; to: number };

/** A stretch of time that is drawn behind the rows, such as a weekend. */
export type GanttShade = TimeSpan & { tone: 'weekend' | 'holiday' };

/** A moment that is drawn as a line through all rows. */
export type GanttMarker = { at: number; label: string; tone: GanttTone };
