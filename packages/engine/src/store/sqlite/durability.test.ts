import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Durability, type Reads } from './durability.ts';
import { openDatabase } from './open-database.ts';

let folder: string;
let database: DatabaseSync;
let other: DatabaseSync;
let syncs: PromiseWithResolvers<void>[];
let durability: Durability;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sekisho-durability-'));
  const path = join(folder, 'state.db');
  database = await openDatabase(path, 1_000);
  other = await openDatabase(path, 1_000);
  syncs = [];
  const sync = () => {
    const next = Promise.withResolvers<void>();
    syncs.push(next);
    return next.promise;
  };
  durability = new Durability(database, { sync, close: () => undefined }, () => new DatabaseSync(path));
  await syncNow();
});

afterEach(() => {
  durability.close();
  database.close();
  other.close();
  rmSync(folder, { recursive: true });
});

const insert = (into: DatabaseSync, application: string) =>
  into
    .prepare(`insert into owners (owner, application, lease_until) values (?, ?, 9)`)
    .run(application, application);
const applications = (reads: Reads | undefined) =>
  reads?.liveApplications.all(1).map((row) => row['application']);

function commit(application: string): void {
  durability.beforeCommit();
  database.exec('begin immediate');
  const version = Number(database.prepare('pragma data_version').get()?.['data_version']);
  insert(database, application);
  database.exec('commit');
  durability.afterCommit(version);
}

async function syncNow(): Promise<void> {
  const synced = durability.sync();
  syncs.at(-1)?.resolve();
  await synced;
}

it('reads the rows before a commit until the commit is on disk', async () => {
  commit('first');
  // The connection for reads is opened when it is needed for the first time, which is too late for this commit.
  expect(durability.durableReads()).toBeUndefined();
  await syncNow();
  commit('second');
  expect(applications(durability.durableReads())).toEqual(['first']);
  expect(applications(durability.latest)).toEqual(['first', 'second']);
  await syncNow();
  expect(applications(durability.durableReads())).toEqual(['first', 'second']);
});

it('returns no rows of another process before this process has synced the log', async () => {
  expect(durability.isDurable()).toBe(true);
  insert(other, 'theirs');
  expect([durability.isDurable(), durability.durableReads()]).toEqual([false, undefined]);
  await syncNow();
  expect(applications(durability.durableReads())).toEqual(['theirs']);
});

it('does not regard a commit of another process during a sync as on disk', async () => {
  commit('ours');
  const synced = durability.sync();
  insert(other, 'theirs');
  syncs.at(-1)?.resolve();
  await synced;
  expect([durability.isDurable(), durability.durableReads()]).toEqual([false, undefined]);
});

it('hides no commit that another process made during a sync', async () => {
  commit('first');
  durability.durableReads();
  await syncNow();
  commit('second');
  insert(other, 'theirs');
  // The other process may have acknowledged it, so rows from before would be outdated.
  expect(durability.durableReads()).toBeUndefined();
});

it('reads nothing from before a commit when rows of another process were not on disk then', async () => {
  commit('first');
  durability.durableReads();
  await syncNow();
  insert(other, 'theirs');
  commit('second');
  expect(durability.durableReads()).toBeUndefined();
});

it('syncs only when something was committed', async () => {
  const before = syncs.length;
  await durability.sync();
  expect(syncs).toHaveLength(before);
});
