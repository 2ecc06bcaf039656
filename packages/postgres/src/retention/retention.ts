import type { Pool } from 'pg';
import { SekishoError } from '@sekisho/engine';
import { statement } from '../database/database.ts';
import { LazyDatabase, type TenantOptions } from '../schema/lazy-database.ts';
import { numberOf, textOf } from '../rows/row-values.ts';
import type { LogPosition } from './archive-format.ts';

/** Which runs and records are removed. */
export interface RetentionOptions extends TenantOptions {
  /** Only what happened before this moment. */
  readonly before: Date;
}

// Each step holds the lock of the chain, so steps are small.
const MAX_ROWS_PER_STEP = 1_000;

/** Removes runs that have ended, with their steps, effects, approvals, tokens and grants. Their audit records stay. */
export async function removeFinishedRuns(pool: Pool, options: RetentionOptions): Promise<number> {
  return repeat(pool, 'remove_finished_runs', options);
}

/**
 * Moves old audit records to the table `log_archive`, oldest first. The store reads both as one log, so the chain can be
 * verified from its first record or against a checkpoint as before.
 */
export async function archiveLog(pool: Pool, options: RetentionOptions): Promise<number> {
  return repeat(pool, 'archive_log', options);
}

/**
 * Removes archived records up to the end of an exported archive (`exportArchive`). The log then begins in the middle of
 * its chain, after that record. Returns the number of removed records.
 */
export async function removeArchive(
  pool: Pool,
  { until, ...options }: TenantOptions & { readonly until: LogPosition },
): Promise<number> {
  const lazy = new LazyDatabase(pool, options);
  const database = await lazy.get();
  await requireNoStop(pool, options, until.seq);
  const step = statement(`select ${lazy.schema}.remove_archive($1, $2, $3, $4) as count`);
  let total = 0;
  for (;;) {
    const [row = {}] = await database.ask(step, [lazy.tenant, until.seq, until.hash, MAX_ROWS_PER_STEP]);
    const count = numberOf(row, 'count');
    if (count < 0)
      throw new SekishoError(
        'AGENTS-E-STORE',
        `Record ${until.seq} is not archived with this hash, so nothing was removed. Export the archive again.`,
      );
    total += count;
    if (count < MAX_ROWS_PER_STEP) return total;
  }
}

/** The records of the stop switch are its state, so the record of a stop that is in force must not be removed. */
async function requireNoStop(pool: Pool, options: TenantOptions, until: number): Promise<void> {
  const lazy = new LazyDatabase(pool, options);
  const database = await lazy.get();
  const columns = `select seq, event, data::jsonb->>'agent' as agent, data::jsonb->>'tool' as tool`;
  const rows = await database.ask(
    statement(
      `with changes as (${columns} from ${lazy.schema}.log_archive where tenant = $1 and run_id = 'stop-switch'
         union all ${columns} from ${lazy.schema}.log where tenant = $1 and run_id = 'stop-switch')
       select distinct on (agent, tool) seq, event from changes order by agent, tool, seq desc`,
    ),
    [lazy.tenant],
  );
  const stop = rows.find((row) => textOf(row, 'event') === 'stop.set' && numberOf(row, 'seq') <= until);
  if (stop === undefined) return;
  throw new SekishoError(
    'AGENTS-E-STORE',
    `Record ${numberOf(stop, 'seq')} stops calls and is still in force, so nothing was removed. Lift the stop first.`,
  );
}

async function repeat(
  pool: Pool,
  name: 'remove_finished_runs' | 'archive_log',
  { before, ...options }: RetentionOptions,
): Promise<number> {
  const lazy = new LazyDatabase(pool, options);
  const database = await lazy.get();
  const step = statement(`select ${lazy.schema}.${name}($1, $2, $3) as count`);
  let total = 0;
  for (;;) {
    const [row = {}] = await database.ask(step, [lazy.tenant, before.toISOString(), MAX_ROWS_PER_STEP]);
    const count = numberOf(row, 'count');
    total += count;
    if (count < MAX_ROWS_PER_STEP) return total;
  }
}
