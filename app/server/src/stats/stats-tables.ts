import { z } from 'zod';
import type { ConsoleSql } from '../storage/console-sql.ts';
import { dayStatsSchema } from './day-stats.ts';
import type { StatsStore } from './stats-store.ts';

const daySchema = z.object({ version: z.coerce.number(), body: z.string() });
const costSchema = z.object({ day: z.string(), cost: z.coerce.number() });

/** Creates the queries for the counts of each day. */
export function createStatsTables({ read, write, table }: ConsoleSql): StatsStore {
  const documents = table('documents');
  const insert = `insert into ${documents} (kind, name, version, body, changed_by, changed_at)`;
  return {
    listDays: async (since) => {
      const sql = `select version, body from ${documents} where kind = 'stats-day' and name >= $1 order by name`;
      return z
        .array(daySchema)
        .parse(await read(sql, [since]))
        .map(({ version, body }) => ({ version, value: dayStatsSchema.parse(JSON.parse(body)) }));
    },
    putDay: async (day, version) => {
      const values = [day.day, JSON.stringify(day)];
      const rows =
        version === 0
          ? await write(
              `${insert} values ('stats-day', $1, 1, $2, '', '') on conflict (kind, name) do nothing returning version`,
              values,
            )
          : await write(
              `update ${documents} set version = version + 1, body = $2
               where kind = 'stats-day' and name = $1 and version = $3 returning version`,
              [...values, version],
            );
      return rows.length === 1;
    },
    getStatsPosition: async () => {
      const [row] = await read(
        `select version, body from ${documents} where kind = 'stats' and name = 'position'`,
        [],
      );
      return row === undefined ? 0 : daySchema.parse(row).version;
    },
    putStatsPosition: async (seq) => {
      await write(
        `${insert} values ('stats', 'position', $1, '', '', '')
         on conflict (kind, name) do update set version = excluded.version where ${documents}.version < excluded.version`,
        [seq],
      );
    },
    listCosts: async (since) => {
      const sql = `select substr(started_at, 1, 10) as day, sum(cost_usd) as cost from ${table('model_calls')}
        where started_at >= $1 group by substr(started_at, 1, 10)`;
      const rows = z.array(costSchema).parse(await read(sql, [since]));
      return new Map(rows.map(({ day, cost }) => [day, cost]));
    },
  };
}
