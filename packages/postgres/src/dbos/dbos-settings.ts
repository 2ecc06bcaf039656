/** What the parts of the host share. */
export interface DbosSettings {
  readonly databaseUrl: string;
  readonly applicationVersion: string;
  readonly executorId: string;
  readonly schema: string;
  readonly sweepMs: number;
  readonly rateLimit?: { readonly limitPerPeriod: number; readonly periodSec: number } | undefined;
}

export const WORKFLOW = 'sekisho.segment';
export const QUEUE = 'sekisho';
