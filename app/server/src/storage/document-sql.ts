import { z } from 'zod';
import type { Sql } from './sql.ts';
import type { Change } from './versioned.ts';

const documentSchema = z.object({
  name: z.string(),
  version: z.coerce.number(),
  body: z.string().transform((json): unknown => JSON.parse(json)),
  changed_by: z.string(),
  changed_at: z.string(),
});
const FIELDS = 'name, version, body, changed_by, changed_at';

/** Creates the queries for single documents. A change that is not based on the current version changes nothing. */
export function createDocumentSql({ read, execute, table }: Sql) {
  const documents = table('documents');
  const find = async (kind: string, name: string) => {
    const sql = `select ${FIELDS} from ${documents} where kind = $1 and name = $2`;
    const [row] = await read(documentSchema, sql, [kind, name]);
    return row;
  };
  const list = (kind: string) =>
    read(documentSchema, `select ${FIELDS} from ${documents} where kind = $1 order by name`, [kind]);
  const insert = `insert into ${documents} as known (kind, name, version, body, changed_by, changed_at)
    values ($1, $2, 1, $3, $4, $5) on conflict (kind, name)`;
  const put = (kind: string, name: string, content: unknown, { version, by, now }: Change) => {
    const values = [kind, name, JSON.stringify(content), by, new Date(now).toISOString()];
    if (version === 0) return execute(`${insert} do nothing returning version`, values);
    return execute(
      `update ${documents} set version = version + 1, body = $3, changed_by = $4, changed_at = $5
       where kind = $1 and name = $2 and version = $6 returning version`,
      [...values, version],
    );
  };
  const replace = async (
    kind: string,
    name: string,
    content: unknown,
    { by, now }: Omit<Change, 'version'>,
  ) => {
    await execute(
      `${insert} do update set version = known.version + 1, body = excluded.body,
         changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
      [kind, name, JSON.stringify(content), by, new Date(now).toISOString()],
    );
  };
  return { find, list, put, replace };
}
