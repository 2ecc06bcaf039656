import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { describeConsoleStore } from '../../test/contracts/describe-console-store.ts';
import { CONSOLE_MIGRATIONS } from '../storage/console-schema.ts';
import { interruptSecondRead } from '../../test/interrupt-second-read.ts';
import { openConsoleStore } from './open-console-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-console-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

describeConsoleStore('the store in a file', async (location) => {
  const { close, ...store } = openConsoleStore(join(folder, location, 'console.db'));
  return { store, close };
});

describe('openConsoleStore', () => {
  it('accepts a file that another process creates between two reads of its header', () => {
    const path = join(folder, 'created-twice.db');
    interruptSecondRead(() => openConsoleStore(path).close());
    expect(() => openConsoleStore(path).close()).not.toThrow();
  });

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

  it('migrates a file of the first version, with its sessions and tokens', async () => {
    const path = join(folder, 'first-version.db');
    const before = new DatabaseSync(path);
    before.exec(CONSOLE_MIGRATIONS[0] ?? '');
    before.exec(`
      insert into sessions values ('hash', 'mika', 'approver', 'csrf', null, 2000), ('other', 'vera', 'viewer', 'x', null, 2000);
      insert into tokens values ('t', 'token', 'ci', 'viewer', 'root', '2026-11-16T01:00:00.000Z', null, null, null);
      pragma application_id = 1397441358; pragma user_version = 1;`);
    before.close();
    const { close, ...store } = openConsoleStore(path);
    expect(await store.findSession('hash', 1000)).toMatchObject({
      user_id: 'mika',
      csrf_token: 'csrf',
      method: null,
    });
    const sessions = await store.listSessions(1000);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
    expect(await store.findToken('token', 1000)).toMatchObject({ name: 'ci', prefix: null });
    expect(await store.endSession(sessions[0]?.id ?? '')).toBeDefined();
    expect(await store.listSessions(1000)).toHaveLength(1);
    close();
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
