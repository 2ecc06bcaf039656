import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeStateStore } from '../testing/describe-state-store.ts';
import { openSqliteStateStore } from './sqlite-state-store.ts';
import type { StateStore, StoreWrite } from './state-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-store-'));

afterAll(() => rmSync(folder, { recursive: true }));

describeStateStore('The SQLite store', ({ clock, link, location }) =>
  openSqliteStateStore({ path: join(folder, location, 'state.db'), clock, link }),
);

describe('openSqliteStateStore', () => {
  let path: string;
  let opened: StateStore[];

  const open = async (lockTimeoutMs?: number) => {
    const store = await openSqliteStateStore({ path, clock: Date.now, link: () => 'hash', lockTimeoutMs });
    opened.push(store);
    return store;
  };

  beforeEach(() => {
    opened = [];
    path = join(mkdtempSync(join(folder, 'case-')), 'new', 'folders', 'state.db');
  });

  afterEach(async () => {
    await Promise.all(opened.map((store) => store.close()));
  });

  it('creates the file and folders for their owner only', async () => {
    const store = await open();
    await store.commit([heartbeat('owner')]);
    const modes = ['', '-wal', '-shm', '/..', '/../..'].map(
      (suffix) => statSync(join(path + suffix)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o700, 0o700]);
  });

  it('does not change the mode of an existing folder', async () => {
    const parent = join(path, '..');
    mkdirSync(parent, { recursive: true, mode: 0o755 });
    await open();
    expect(statSync(parent).mode & 0o777).toBe(0o755);
  });

  it('reads earlier data after reopening', async () => {
    const store = await open();
    await store.commit([{ kind: 'log.append', record: newRecord('c1') }]);
    await store.close();
    const again = await open();
    await again.commit([{ kind: 'log.append', record: newRecord('c2') }]);
    expect((await again.queryLogs({})).map((log) => log.seq)).toEqual([1, 2]);
  });

  it('rejects a file of a newer version and does not change it', async () => {
    await (await open()).close();
    change((database) => database.exec('pragma user_version = 1000'));
    const before = readFileSync(path);
    await expect(open()).rejects.toMatchObject({ code: 'AGENTS-E-RUN-STATE' });
    expect(readFileSync(path)).toEqual(before);
  });

  it.each(['pragma application_id = 1', 'pragma user_version = 1'])(
    'rejects the file of another program and does not change it (%s)',
    async (sql) => {
      mkdirSync(join(path, '..'), { recursive: true });
      change((database) => database.exec(`create table theirs (value); ${sql}`));
      const before = readFileSync(path);
      await expect(open()).rejects.toMatchObject({ code: 'AGENTS-E-RUN-STATE' });
      expect(readFileSync(path)).toEqual(before);
    },
  );

  it('rejects a file that is not a database', async () => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, 'this is not a database, but long enough to look at. '.repeat(50));
    await expect(open()).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
  });

  it('rejects a path that is a folder', async () => {
    mkdirSync(path, { recursive: true });
    await expect(open()).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
  });

  it('fails while another process holds the lock too long, and works afterwards', async () => {
    const store = await open(20);
    const other = new DatabaseSync(path);
    other.exec('begin immediate');
    await expect(store.commit([heartbeat('a')])).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    expect(await store.getRun('still readable')).toBeUndefined();
    other.exec('commit');
    other.close();
    expect(await store.commit([heartbeat('a')])).toEqual({ ok: true });
  });

  it('rejects only the batch with a value that cannot be stored', async () => {
    const store = await open();
    const broken: StoreWrite = JSON.parse('{ "kind": "token.use", "token_hash": "t1", "run_id": 7 }');
    const settled = await Promise.allSettled([
      store.commit([{ kind: 'log.append', record: newRecord('c1') }]),
      store.commit([{ kind: 'log.append', record: newRecord('c2') }, broken]),
      store.commit([{ kind: 'log.append', record: newRecord('c3') }]),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(store.commit([broken])).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    expect((await store.queryLogs({})).map((log) => [log.seq, log.tool_call_id])).toEqual([
      [1, 'c1'],
      [2, 'c3'],
    ]);
  });

  it('rejects a row that was changed to an invalid value', async () => {
    const store = await open();
    await store.commit([{ kind: 'log.append', record: newRecord('c1') }]);
    change((database) => database.exec(`update log set event = 'tool.forged'`));
    await expect(store.queryLogs({})).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
  });

  it('reads listings from an index without sorting or scanning a table', async () => {
    await open();
    const listings = [
      `select * from approvals where status = 'pending' and number < 9 order by number desc limit 50`,
      `select * from runs where status = 'running' and number < 9 order by number desc limit 50`,
      `select * from log indexed by log_by_run where run_id = 'r' and seq > 5 order by seq limit 50`,
    ];
    change((database) => {
      const plans = listings.map((sql) =>
        JSON.stringify(database.prepare(`explain query plan ${sql}`).all()),
      );
      expect(plans.filter((plan) => /SCAN|TEMP B-TREE/.test(plan))).toEqual([]);
    });
  });

  function change(act: (database: DatabaseSync) => void): void {
    const database = new DatabaseSync(path);
    act(database);
    database.close();
  }
});

function heartbeat(owner: string): StoreWrite {
  return { kind: 'owner.beat', owner, application: '', lease_ms: 1 };
}

function newRecord(tool_call_id: string) {
  return { run_id: 'r1', tool_call_id, event: 'tool.start', attempt: 0, decision: '', data: '{}' } as const;
}
