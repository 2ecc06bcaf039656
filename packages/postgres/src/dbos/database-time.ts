import type { Pool } from 'pg';

/** The time of the database in milliseconds, because the clocks of workers may be wrong. */
export async function databaseTime(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ now: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as now',
  );
  return Number(rows[0]?.now);
}
