import type { AccessStore } from '../access/access-store.ts';
import type { ReviewStore } from '../approvals/review/review-store.ts';
import type { PolicyStore } from '../policies/policy-store.ts';
import type { HolidayStore } from '../processes/schedule/holiday-store.ts';
import type { RunFactsStore } from '../runs/run-facts-store.ts';
import type { StatsStore } from '../stats/stats-store.ts';

/**
 * Stores the console's own data; runs are in the state store. Servers that share a store see each other's changes
 * immediately.
 */
export type ConsoleStore = AccessStore &
  HolidayStore &
  PolicyStore &
  ReviewStore &
  RunFactsStore &
  StatsStore;
