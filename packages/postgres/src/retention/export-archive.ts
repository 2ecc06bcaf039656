import type { Pool } from 'pg';
import { statement } from '../database/database.ts';
import { readLog } from '../rows/read-rows.ts';
import { numberOf, textOf } from '../rows/row-values.ts';
import { LazyDatabase, type TenantOptions } from '../schema/lazy-database.ts';
import type { LogPosition } from './archive-format.ts';

const PAGE = 1_000;

/**
 * Exports the archived records as JSON lines: start position, records, end position. It changes nothing. After the lines
 * are stored safely, `removeArchive` deletes the records from the database.
 */
export async function* exportArchive(pool: Pool, options: TenantOptions = {}): AsyncGenerator<string> {
  const lazy = new LazyDatabase(pool, options);
  const database = await lazy.get();
  const { schema, tenant } = lazy;
  const start = statement(`select seq, hash from ${schema}.log_start where tenant = $1`);
  const page = statement(
    `select seq, run_id, tool_call_id, event, attempt, decision, time as timestamp, data, hash from ${schema}.log_archive
     where tenant = $1 and seq > $2 order by seq limit $3`,
  );
  const [first] = await database.ask(start, [tenant]);
  const after: LogPosition = first
    ? { seq: numberOf(first, 'seq'), hash: textOf(first, 'hash') }
    : { seq: 0, hash: '' };
  yield JSON.stringify({ archive: 'sekisho-log-1', after });
  let end = after;
  let records = 0;
  for (;;) {
    const rows = await database.ask(page, [tenant, end.seq, PAGE]);
    for (const row of rows) {
      const record = readLog(row);
      end = { seq: record.seq, hash: record.hash };
      records += 1;
      yield JSON.stringify(record);
    }
    if (rows.length < PAGE) break;
  }
  yield JSON.stringify({ end, records });
}
