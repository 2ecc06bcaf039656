import { z } from 'zod';
import type { Sql } from '../storage/sql.ts';
import { statsCellSchema, type CellKey } from './stats-cell.ts';
import type { StatsStore } from './stats-store.ts';

const rowSchema = z.object({ version: z.coerce.number(), body: z.string() });
const cellOf = (body: string) => statsCellSchema.parse(JSON.parse(body));

/** The names of cells begin with their day, so that a range of names is a period. */
const nameOf = ({ day, application, agent, tool }: CellKey) =>
  `${day} ${JSON.stringify([application, agent, tool])}`;

/** Creates the queries for the counts of the dashboard. */
export function createStatsTables({ read, execute, table }: Sql): StatsStore {
  const documents = table('documents');
  const insert = `insert into ${documents} (kind, name, version, body, changed_by, changed_at)`;
  const select = `select version, body from ${documents} where kind`;
  return {
    listCells: async (since) => {
      const rows = await read(rowSchema, `${select} = 'stats-cell' and name >= $1 order by name`, [since]);
      return rows.map(({ body }) => cellOf(body));
    },
    findCell: async (key) => {
      const [row] = await read(rowSchema, `${select} = 'stats-cell' and name = $1`, [nameOf(key)]);
      return row && { version: row.version, value: cellOf(row.body) };
    },
    putCell: (cell, version) => {
      const values = [nameOf(cell), JSON.stringify(cell)];
      return version === 0
        ? execute(
            `${insert} values ('stats-cell', $1, 1, $2, '', '') on conflict (kind, name) do nothing returning version`,
            values,
          )
        : execute(
            `update ${documents} set version = version + 1, body = $2
             where kind = 'stats-cell' and name = $1 and version = $3 returning version`,
            [...values, version],
          );
    },
    getStatsPosition: async () => {
      const [row] = await read(rowSchema, `${select} = 'stats' and name = 'cells'`);
      return row?.version ?? 0;
    },
    putStatsPosition: async (seq) => {
      await execute(
        `${insert} values ('stats', 'cells', $1, '', '', '')
         on conflict (kind, name) do update set version = excluded.version where ${documents}.version < excluded.version`,
        [seq],
      );
    },
  };
}
