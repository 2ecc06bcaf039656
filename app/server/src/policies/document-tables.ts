import { loadProfile, toolManifestSchema } from 'sekisho';
import { z } from 'zod';
import { createDocumentSql } from '../storage/document-sql.ts';
import type { Sql } from '../storage/sql.ts';
import { dryRunSchema } from './dry-run.ts';
import type { PolicyStore } from './policy-store.ts';

const draftSchema = z.object({ version: z.number(), profile: z.record(z.string(), z.unknown()) });

/** Creates the queries for versioned documents. A change that is not based on the current version changes nothing. */
export function createDocumentTables(sql: Sql): PolicyStore {
  const { execute, table } = sql;
  const documents = table('documents');
  const { find, list, put, replace } = createDocumentSql(sql);
  return {
    getProfile: async (name) => {
      const row = await find('profile', name);
      return row && { ...row, value: loadProfile(row.body) };
    },
    putProfile: async (profile, change) => {
      if (!(await put('profile', profile.name, profile, change))) return false;
      await replace('profile-version', `${profile.name}@${change.version + 1}`, profile, change);
      return true;
    },
    listProfileVersions: async (name) => {
      const rows = await list('profile-version');
      return rows
        .map((row) => ({ ...row, at: row.name.split('@') }))
        .filter(({ at: [profile] }) => profile === name)
        .map(({ at, ...row }) => ({ ...row, version: Number(at[1]), value: loadProfile(row.body) }))
        .toSorted((one, other) => other.version - one.version);
    },
    getDraft: async (userId, name) => {
      const row = await find('draft', JSON.stringify([userId, name]));
      return row && draftSchema.parse(row.body);
    },
    putDraft: async (userId, name, draft, now) => {
      const key = JSON.stringify([userId, name]);
      if (draft !== undefined) return replace('draft', key, draft, { by: userId, now });
      await execute(`delete from ${documents} where kind = 'draft' and name = $1`, [key]);
    },
    getDryRun: async (id) => {
      const row = await find('dry-run', id);
      return row && { ...row, value: dryRunSchema.parse(row.body) };
    },
    putDryRun: async (dryRun, change) => {
      await replace('dry-run', dryRun.id, dryRun, change);
      const before = new Date(change.now - DRY_RUN_RETENTION_MS).toISOString();
      await execute(`delete from ${documents} where kind = 'dry-run' and changed_at < $1`, [before]);
    },
    getActivePolicy: async () => {
      const row = await find('setting', 'active-policy');
      return row && z.string().parse(row.body);
    },
    setActivePolicy: (name, change) => replace('setting', 'active-policy', name, change),
    listManifests: async () =>
      new Map(
        (await list('manifest')).map((row) => [
          row.name,
          { ...row, value: toolManifestSchema.parse(row.body) },
        ]),
      ),
    putManifest: (toolId, manifest, change) => {
      if (manifest !== undefined) return put('manifest', toolId, manifest, change);
      return execute(
        `delete from ${documents} where kind = 'manifest' and name = $1 and version = $2 returning name`,
        [toolId, change.version],
      );
    },
  };
}

const DRY_RUN_RETENTION_MS = 86_400_000;
