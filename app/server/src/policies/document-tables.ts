import { loadProfile, toolManifestSchema } from 'sekisho';
import { loadedText, storedText } from 'sekisho/store-adapter';
import { z } from 'zod';
import type { ConsoleSql } from '../storage/console-sql.ts';
import { dryRunSchema } from './dry-run.ts';
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

const draftSchema = z.object({ version: z.number(), profile: z.record(z.string(), z.unknown()) });

/** Creates the queries for versioned documents. A change that is not based on the current version changes nothing. */
export function createDocumentTables({ read, write, table }: ConsoleSql): PolicyStore {
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
  const replace = async (kind: string, name: string, body: unknown, { by, now }: Omit<Change, 'version'>) => {
    await write(
      `insert into ${documents} as known (kind, name, version, body, changed_by, changed_at)
       values ($1, $2, 1, $3, $4, $5)
       on conflict (kind, name) do update set version = known.version + 1, body = excluded.body,
         changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
      [kind, storedText(name), JSON.stringify(body), storedText(by), new Date(now).toISOString()],
    );
  };
  return {
    getProfile: async (name) => {
      const row = await find('profile', name);
      return row && { ...row, value: loadProfile(JSON.parse(row.body)) };
    },
    putProfile: async (profile, change) => {
      if (!(await put('profile', profile.name, profile, change))) return false;
      await replace('profile-version', `${profile.name}@${change.version + 1}`, profile, change);
      return true;
    },
    listProfileVersions: async (name) => {
      const sql = `select ${FIELDS} from ${documents} where kind = 'profile-version'`;
      const rows = z.array(documentSchema).parse(await read(sql, []));
      return rows
        .map((row) => ({ ...row, at: row.name.split('@') }))
        .filter(({ at: [profile] }) => profile === name)
        .map(({ at, ...row }) => ({
          ...row,
          version: Number(at[1]),
          value: loadProfile(JSON.parse(row.body)),
        }))
        .toSorted((one, other) => other.version - one.version);
    },
    getDraft: async (userId, name) => {
      const row = await find('draft', JSON.stringify([userId, name]));
      return row && draftSchema.parse(JSON.parse(row.body));
    },
    putDraft: async (userId, name, draft, now) => {
      const key = JSON.stringify([userId, name]);
      if (draft !== undefined) return replace('draft', key, draft, { by: userId, now });
      await write(`delete from ${documents} where kind = 'draft' and name = $1 returning name`, [
        storedText(key),
      ]);
    },
    getDryRun: async (id) => {
      const row = await find('dry-run', id);
      return row && { ...row, value: dryRunSchema.parse(JSON.parse(row.body)) };
    },
    putDryRun: async (dryRun, change) => {
      await replace('dry-run', dryRun.id, dryRun, change);
      const before = new Date(change.now - DRY_RUN_RETENTION_MS).toISOString();
      await write(`delete from ${documents} where kind = 'dry-run' and changed_at < $1 returning name`, [
        before,
      ]);
    },
    getActivePolicy: async () => {
      const row = await find('setting', 'active-policy');
      return row && z.string().parse(JSON.parse(row.body));
    },
    setActivePolicy: (name, change) => replace('setting', 'active-policy', name, change),
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

const DRY_RUN_RETENTION_MS = 86_400_000;
