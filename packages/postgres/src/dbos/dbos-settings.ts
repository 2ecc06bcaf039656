import type { AgentLimit } from '@sekisho/engine';

/** At most `limit` segments in any period of that many seconds. */
export interface DbosRateLimit {
  readonly limitPerPeriod: number;
  readonly periodSec: number;
}

/** Receives the log output of DBOS. */
export interface DbosLogger {
  readonly debug: (entry: unknown) => void;
  readonly info: (entry: unknown) => void;
  readonly warn: (entry: unknown) => void;
  readonly error: (entry: unknown) => void;
}

/** What the parts of the host share. */
export interface DbosSettings {
  readonly databaseUrl: string;
  readonly applicationVersion: string;
  readonly executorId: string;
  readonly schema: string;
  readonly sweepMs: number;
  readonly pollMs: number;
  readonly keepSegmentsMs: number;
  readonly agents: Readonly<Record<string, AgentLimit>>;
  readonly rateLimit: DbosRateLimit | undefined;
  readonly logger: DbosLogger;
}

export const APPLICATION = 'sekisho';
export const WORKFLOW = 'sekisho.segment';
/** DBOS dequeues lower numbers first. A run whose worker died has already waited once. */
export const PRIORITY = { again: 0, first: 1 } as const;
