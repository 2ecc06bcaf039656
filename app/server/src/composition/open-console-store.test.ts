import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { describeConsoleStore } from '../../test/contracts/describe-console-store.ts';
import { openConsoleStore } from './open-console-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-console-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

describeConsoleStore('the store in a file', async (location) => {
  const { close, ...store } = openConsoleStore(join(folder, location, 'console.db'));
  return { store, close };
});

describe('openConsoleStore', () => {
  it('rejects a file of another program and a file of a newer version', () => {
    const path = join(folder, 'other.db');
    const other = new DatabaseSync(path);
    other.exec('pragma user_version = 3');
    other.close();
    expect(() => openConsoleStore(path)).toThrow('belongs to another program');
    const newer = join(folder, 'newer.db');
    openConsoleStore(newer).close();
    const database = new DatabaseSync(newer);
    database.exec('pragma user_version = 99');
    database.close();
    expect(() => openConsoleStore(newer)).toThrow('newer version');
  });

  it('reports that the store is unavailable when the file cannot be used', async () => {
    const path = join(folder, 'locked.db');
    const { close, ...store } = openConsoleStore(path);
    const other = new DatabaseSync(path);
    other.exec('drop table claims');
    other.close();
    await expect(store.claimOnce('a')).rejects.toMatchObject({ code: 'StoreUnavailable' });
    close();
  });
});
