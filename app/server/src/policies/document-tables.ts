import { loadProfile, toolManifestSchema } from 'sekisho';
import { loadedText, storedText } from 'sekisho/store-adapter';
import { z } from 'zod';
import type { ConsoleSql } from '../storage/console-sql.ts';
import type { Change, PolicyStore } from './policy-store.ts';

const text = z.string().transform(loadedText);
const documentSchema = z.object({
  name: text,
  version: z.coerce.number(),
  body: z.string(),
  changed_by: text,
  changed_at: z.string(),
});
const FIELDS = 'name, version, body, changed_by, changed_at';

/** The part of the store for policies and manifests. */
type DocumentTables = Pick<
  PolicyStore,
  'getProfile' | 'putProfile' | 'getActivePolicy' | 'setActivePolicy' | 'listManifests' | 'putManifest'
>;

/** Creates the queries for versioned documents. A change that is not based on the current version changes nothing. */
export function createDocumentTables({ read, write, table }: ConsoleSql): DocumentTables {
  const documents = table('documents');
  const find = async (kind: string, name: string) => {
    const sql = `select ${FIELDS} from ${documents} where kind = $1 and name = $2`;
    const [row] = await read(sql, [kind, storedText(name)]);
    return row === undefined ? undefined : documentSchema.parse(row);
  };
  const put = async (kind: string, name: string, body: unknown, { version, by, now }: Change) => {
    const values = [
      kind,
      storedText(name),
      JSON.stringify(body),
      storedText(by),
      new Date(now).toISOString(),
    ] as const;
    const rows =
      version === 0
        ? await write(
            `insert into ${documents} (kind, name, version, body, changed_by, changed_at)
             values ($1, $2, 1, $3, $4, $5) on conflict (kind, name) do nothing returning version`,
            values,
          )
        : await write(
            `update ${documents} set version = version + 1, body = $3, changed_by = $4, changed_at = $5
             where kind = $1 and name = $2 and version = $6 returning version`,
            [...values, version],
          );
    return rows.length === 1;
  };
  return {
    getProfile: async (name) => {
      const row = await find('profile', name);
      return row && { ...row, value: loadProfile(JSON.parse(row.body)) };
    },
    putProfile: (profile, change) => put('profile', profile.name, profile, change),
    getActivePolicy: async () => {
      const row = await find('setting', 'active-policy');
      return row && z.string().parse(JSON.parse(row.body));
    },
    setActivePolicy: async (name, { by, now }) => {
      await write(
        `insert into ${documents} as known (kind, name, version, body, changed_by, changed_at)
         values ('setting', 'active-policy', 1, $1, $2, $3)
         on conflict (kind, name) do update set version = known.version + 1, body = excluded.body,
           changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
        [JSON.stringify(name), storedText(by), new Date(now).toISOString()],
      );
    },
    listManifests: async () => {
      const rows = await read(`select ${FIELDS} from ${documents} where kind = 'manifest' order by name`, []);
      const found = z.array(documentSchema).parse(rows);
      return new Map(
        found.map((row) => [row.name, { ...row, value: toolManifestSchema.parse(JSON.parse(row.body)) }]),
      );
    },
    putManifest: async (toolId, manifest, change) => {
      if (manifest !== undefined) return put('manifest', toolId, manifest, change);
      const sql = `delete from ${documents} where kind = 'manifest' and name = $1 and version = $2 returning name`;
      return (await write(sql, [storedText(toolId), change.version])).length === 1;
    },
  };
}
