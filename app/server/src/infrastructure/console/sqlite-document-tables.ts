import type { DatabaseSync } from 'node:sqlite';
import { loadProfile, toolManifestSchema } from 'sekisho';
import { z } from 'zod';
import type { Change, ConsoleStore } from '../../application/console/console-store.ts';

const documentSchema = z.object({
  name: z.string(),
  version: z.number(),
  body: z.string(),
  changed_by: z.string(),
  changed_at: z.string(),
});
const FIELDS = 'name, version, body, changed_by, changed_at';

/** The part of the store about what people set: policies and manifests. */
type DocumentTables = Pick<
  ConsoleStore,
  'getProfile' | 'putProfile' | 'getActivePolicy' | 'setActivePolicy' | 'listManifests' | 'putManifest'
>;

/** Versioned documents in SQLite; a change from another version than the current one changes nothing. */
export function createDocumentTables(database: DatabaseSync): DocumentTables {
  const find = (kind: string, name: string) => {
    const row = database
      .prepare(`select ${FIELDS} from documents where kind = ? and name = ?`)
      .get(kind, name);
    return row && documentSchema.parse(row);
  };
  const put = (kind: string, name: string, body: unknown, { version, by, now }: Change): boolean =>
    database
      .prepare(
        version === 0
          ? `insert into documents (kind, name, version, body, changed_by, changed_at) values (?1, ?2, ?3 + 1, ?4, ?5, ?6)
             on conflict (kind, name) do nothing`
          : `update documents set version = version + 1, body = ?4, changed_by = ?5, changed_at = ?6
             where kind = ?1 and name = ?2 and version = ?3`,
      )
      .run(kind, name, version, JSON.stringify(body), by, new Date(now).toISOString()).changes === 1;
  return {
    getProfile: (name) => {
      const row = find('profile', name);
      return row && { ...row, value: loadProfile(JSON.parse(row.body)) };
    },
    putProfile: (profile, change) => put('profile', profile.name, profile, change),
    getActivePolicy: () => {
      const row = find('setting', 'active-policy');
      return row && z.string().parse(JSON.parse(row.body));
    },
    setActivePolicy: (name, { by, now }) => {
      database
        .prepare(
          `insert into documents values ('setting', 'active-policy', 1, ?1, ?2, ?3)
           on conflict (kind, name) do update set version = version + 1, body = ?1, changed_by = ?2, changed_at = ?3`,
        )
        .run(JSON.stringify(name), by, new Date(now).toISOString());
    },
    listManifests: () => {
      const rows = database
        .prepare(`select ${FIELDS} from documents where kind = 'manifest' order by name`)
        .all()
        .map((row) => documentSchema.parse(row));
      return new Map(
        rows.map((row) => [row.name, { ...row, value: toolManifestSchema.parse(JSON.parse(row.body)) }]),
      );
    },
    putManifest: (toolId, manifest, change) =>
      manifest === undefined
        ? database
            .prepare(`delete from documents where kind = 'manifest' and name = ? and version = ?`)
            .run(toolId, change.version).changes === 1
        : put('manifest', toolId, manifest, change),
  };
}
