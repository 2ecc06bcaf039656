import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from './open-database.ts';

it('leaves syncs and checkpoints to the store, shares the file, waits for locks and does not trust the schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-open-'));
  const database = await openDatabase(join(folder, 'state.db'), 1_234);
  const settings = [
    'journal_mode',
    'synchronous',
    'wal_autocheckpoint',
    'fullfsync',
    'checkpoint_fullfsync',
    'busy_timeout',
    'trusted_schema',
  ];
  const values = settings.map((name) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]);
  database.close();
  rmSync(folder, { recursive: true });
  expect(values).toEqual(['wal', 1, 0, 1, 1, 1_234, 0]);
});
