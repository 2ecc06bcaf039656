import type { DayStats } from './day-stats.ts';

/** Stores the counts of each day. */
export interface StatsStore {
  /** Returns the counts from this day on, oldest first, each with the version for the next write. */
  listDays(since: string): Promise<readonly { readonly version: number; readonly value: DayStats }[]>;
  /** Returns false when another server has changed the day since this version. A new day has version 0. */
  putDay(day: DayStats, version: number): Promise<boolean>;
  /** Returns the last record up to which all days are counted. */
  getStatsPosition(): Promise<number>;
  /** Stores the position, unless a later one is stored. */
  putStatsPosition(seq: number): Promise<void>;
  /** Returns the known costs of model responses by day, in USD. */
  listCosts(since: string): Promise<ReadonlyMap<string, number>>;
}
