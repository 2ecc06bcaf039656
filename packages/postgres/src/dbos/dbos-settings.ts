import type { AgentLimit } from 'sekisho';

/** So many in any so many seconds. */
export interface DbosRateLimit {
  readonly limitPerPeriod: number;
  readonly periodSec: number;
}

/** Takes what DBOS has to say. */
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
/** DBOS takes lower numbers first: a run whose worker died has waited once already. */
export const PRIORITY = { again: 0, first: 1 } as const;
