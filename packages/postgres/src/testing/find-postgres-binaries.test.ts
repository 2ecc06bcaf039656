import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPostgresBinaries, versionOf } from './find-postgres-binaries.ts';
import { startPostgres } from './start-postgres.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sekisho-binaries-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('findPostgresBinaries', () => {
  it('returns the programs in PATH', () => {
    for (const program of ['initdb', 'postgres']) writeFileSync(join(folder, program), '');
    const { initdb, postgres } = findPostgresBinaries({ path: `/nowhere:${folder}`, linkFolder: folder });
    expect([initdb, postgres]).toEqual([join(folder, 'initdb'), join(folder, 'postgres')]);
  });

  it('returns the programs from npm when none are installed, without changing them', () => {
    const binaries = findPostgresBinaries({ path: '', systemFolder: '/nowhere', linkFolder: folder });
    expect(versionOf(binaries)).toMatch(/^postgres \(PostgreSQL\) \d+/);
    expect(readdirSync(folder).length).toBeGreaterThan(0);
  });
});

describe('startPostgres', () => {
  it(
    'starts a server from npm with fsync and removes all files at its end',
    { timeout: 120_000 },
    async () => {
      const server = await startPostgres({
        binaries: (linkFolder) => findPostgresBinaries({ path: '', systemFolder: '/nowhere', linkFolder }),
      });
      const client = new Client({ connectionString: await server.createDatabase('mine') });
      await client.connect();
      const { rows } = await client.query(
        `select current_setting('fsync') as fsync, current_database() as name`,
      );
      await client.end();
      await server.stop();
      expect(rows).toEqual([{ fsync: 'on', name: 'mine' }]);
      await expect(new Client({ connectionString: server.url }).connect()).rejects.toThrow('ENOENT');
    },
  );
});
