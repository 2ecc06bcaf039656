import type { CellKey, StatsCell } from './stats-cell.ts';

/** Stores the counts of the dashboard. */
export interface StatsStore {
  /** Returns the cells from this day on, oldest first. */
  listCells(since: string): Promise<readonly StatsCell[]>;
  /** Returns a cell with the version for the next write. */
  findCell(key: CellKey): Promise<{ readonly version: number; readonly value: StatsCell } | undefined>;
  /** Returns false when another server has changed the cell since this version. A new cell has version 0. */
  putCell(cell: StatsCell, version: number): Promise<boolean>;
  /** Returns the last record up to which all cells are counted. */
  getStatsPosition(): Promise<number>;
  /** Stores the position, unless a later one is stored. */
  putStatsPosition(seq: number): Promise<void>;
}
