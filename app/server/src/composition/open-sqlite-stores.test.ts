import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeChatStore } from '../../test/contracts/describe-chat-store.ts';
import { describeProcessStore } from '../../test/contracts/describe-process-store.ts';
import { MIGRATIONS } from '../storage/sqlite/migrations.ts';
import { openStores } from './open-sqlite-stores.ts';
import { interruptSecondRead } from '../../test/interrupt-second-read.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sekisho-chat-store-'));
  path = join(folder, 'new', 'chat.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (lockTimeoutMs = 5000) => openStores({ path, clock: () => 1, lockTimeoutMs });
const session = (id: string) => ({
  id,
  userId: 'u',
  title: undefined,
  context: { goal: '採用' },
  version: 1,
  createdAt: 1,
});

function change(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

const openAt = ({ clock, location }: { clock: () => number; location: string }) =>
  openStores({ path: join(folder, location, 'chat.db'), clock });
describeChatStore('SqliteChatStore', openAt);
describeProcessStore('SqliteProcessStore', openAt);

describe('openStores', () => {
  it('reads stored data after reopening', async () => {
    const first = open();
    await first.chat.addSession(session('a'));
    first.close();
    const second = open();
    expect(await second.chat.getSession('u', 'a')).toEqual(session('a'));
    second.close();
  });

  it('accepts a file that another process creates between two reads of its header', () => {
    interruptSecondRead(() => open().close());
    expect(() => open().close()).not.toThrow();
  });

  it('migrates a file of version 0.1 and keeps its data', async () => {
    mkdirSync(dirname(path));
    const old = new DatabaseSync(path);
    old.exec(MIGRATIONS[0] ?? '');
    old.exec(`pragma application_id = 1397441352; pragma user_version = 1;
      insert into sessions (id, user_id, context, created_at) values ('a', 'u', '{"goal":"採用"}', 1);
      insert into messages (id, session_id, role, content, is_fallback, created_at)
        values ('m', 'a', 'assistant', 'はい', 0, 5);
      insert into templates (id, user_id, name, created_at) values ('t', 'u', '採用', 1);`);
    old.close();
    const stores = open();
    expect(await stores.chat.getSession('u', 'a')).toEqual(session('a'));
    expect(await stores.chat.getMessage('a', 'm')).toMatchObject({ warnings: [], feedback: undefined });
    expect(await stores.processes.getTemplate('u', 't')).toMatchObject({ name: '採用', version: 1 });
    stores.close();
  });

  it('creates files that only this user can read, in any folder', () => {
    mkdirSync(dirname(path));
    chmodSync(dirname(path), 0o755);
    const stores = open();
    const modes = readdirSync(dirname(path)).map((name) => statSync(join(dirname(path), name)).mode & 0o777);
    stores.close();
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it('uses write-ahead logging and syncs every commit', () => {
    open().close();
    const database = new DatabaseSync(path);
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.close();
  });

  it('flushes pending writes when it is closed', async () => {
    const stores = open();
    const written = stores.chat.addSession(session('a'));
    stores.close();
    await written;
    const again = open();
    expect(await again.chat.getSession('u', 'a')).toBeDefined();
    again.close();
  });

  it.each([
    ['a newer version', 'pragma user_version = 99', 'newer'],
    ['another program', 'pragma application_id = 7', 'another program'],
  ])('rejects the file of %s and does not change it', (_case, sql, words) => {
    open().close();
    change(sql);
    const before = readFileSync(path);
    expect(() => open()).toThrow(words);
    expect(readFileSync(path)).toEqual(before);
  });

  it('rejects one write of a group and stores the others', async () => {
    const stores = open();
    const settled = await Promise.allSettled(
      ['a', 'b', 'a', 'c'].map((id) => stores.chat.addSession(session(id))),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect((await stores.chat.listSessions('u', { limit: 9 })).items.map(({ id }) => id)).toEqual([
      'c',
      'b',
      'a',
    ]);
    stores.close();
  });

  it('reports StoreUnavailable while another process holds the lock, and works afterwards', async () => {
    const stores = open(20);
    const other = new DatabaseSync(path);
    other.exec('begin immediate');
    await expect(stores.chat.addSession(session('a'))).rejects.toMatchObject({ code: 'StoreUnavailable' });
    other.exec('commit');
    other.close();
    await stores.chat.addSession(session('a'));
    stores.close();
  });

  it('uses an index for lists', () => {
    open().close();
    const database = new DatabaseSync(path);
    const plans = [
      `select * from sessions where user_id = 'u' and number < 9 order by number desc limit 5`,
      `select * from messages where session_id = 's' order by number desc limit 12`,
      `select * from templates where user_id = 'u' and number < 9 order by number desc limit 5`,
      `delete from requests where expires_at <= 5`,
    ].map((sql) => JSON.stringify(database.prepare(`explain query plan ${sql}`).all()));
    database.close();
    expect(plans.filter((plan) => /SCAN|TEMP B-TREE/.test(plan))).toEqual([]);
  });
});
