/** The meaning of a color in the chart. Every tone is also described in text. */
export type GanttTone = 'neutral' | 'accent' | 'info' | 'good' | 'warning' | 'bad';

/**
 * One row of the chart. Times are milliseconds since 1970. A milestone is at `to`, and the work that leads to it
 * begins at `from`. A wait is time without activity, and a frame only contains other rows, so neither counts as busy.
 */
export type GanttRow = {
  id: string;
  label: string;
  /** The depth of the row in a tree; 0 is the top. */
  depth?: number | undefined;
  from: number;
  to: number;
  look: 'bar' | 'frame' | 'wait' | 'milestone';
  tone: GanttTone;
  /** The rows that this one follows; each gets an arrow. */
  after?: readonly string[] | undefined;
  /** A sentence with all information that the chart displays about the row. */
  summary: string;
};

/** An interval of time. */
export type TimeSpan = { from: number; to: number };

/** An interval of time that is drawn behind the rows, such as a weekend. */
export type GanttShade = TimeSpan & { tone: 'weekend' | 'holiday' };

/** A moment that is drawn as a line through all rows. */
export type GanttMarker = { at: number; label: string; tone: GanttTone };
