import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerClosing } from './server-closing.ts';
import { type ResumeTask, TaskStore, type TaskStoreOptions } from './task-store.ts';

const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
const forever = ({ signal }: { signal: AbortSignal }) =>
  new Promise<CallToolResult>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
const settle = () => new Promise((resolve) => setImmediate(resolve));

let folder = '';
let ids = 0;
const stores: TaskStore[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-tasks-'));
});
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
  rmSync(folder, { recursive: true });
});

function open(options: Partial<TaskStoreOptions> = {}): TaskStore {
  const store = new TaskStore({ now: Date.now, makeId: () => `t${(ids += 1)}`, folder, ...options });
  stores.push(store);
  return store;
}

describe('TaskStore with a folder', () => {
  it('returns a result to a later process until it expires, and to its owner only', async () => {
    const clock = { now: 1000 };
    const options = { now: () => clock.now, ttlMs: 500 };
    const first = open(options);
    const { taskId, createdAt } = first.start('me', async () => textResult('done'));
    await settle();
    first.close();
    const second = open(options);
    second.recover(() => undefined);
    expect(second.get(taskId, 'me')).toMatchObject({
      status: 'completed',
      result: textResult('done'),
      createdAt,
    });
    expect(second.get(taskId, 'you')).toBeUndefined();
    clock.now = 1500;
    expect(second.get(taskId, 'me')).toBeUndefined();
  });

  it('deletes expired data from the file', async () => {
    const clock = { now: 1000 };
    const options = { now: () => clock.now, ttlMs: 500 };
    open(options).start('me', async () => textResult('a-word-that-must-go'));
    await settle();
    const read = () => readAll(folder);
    expect(read()).toContain('a-word-that-must-go');
    clock.now = 1500;
    open(options).recover(() => undefined);
    expect(read()).not.toContain('a-word-that-must-go');
  });

  it('continues stored work of an ended process once', async () => {
    const first = open();
    const { taskId } = first.start(
      'me',
      (tools) => {
        tools.saveNote({ id: 'resp_1' });
        return forever(tools);
      },
      'ask',
    );
    first.close();
    const seen: unknown[] = [];
    const resume: ResumeTask = (task) => async () => {
      seen.push(task);
      return textResult('continued');
    };
    const [second, third] = [open(), open()];
    second.recover(resume);
    third.recover(resume);
    await settle();
    expect(seen).toEqual([expect.objectContaining({ owner: 'me', tool: 'ask', note: { id: 'resp_1' } })]);
    for (const store of [second, third]) {
      expect(store.get(taskId, 'me')).toMatchObject({ status: 'completed', result: textResult('continued') });
    }
  });

  it('marks work that cannot be continued as failed, with the reason', () => {
    const first = open();
    const { taskId } = first.start('me', forever);
    first.close();
    const second = open();
    second.recover(() => async () => textResult('never'));
    const view = second.get(taskId, 'me');
    expect(view).toMatchObject({ status: 'failed', error: { code: -32_603 } });
    expect(view?.error?.message).toContain('The server was stopped while it worked on this task');
    expect(view?.error?.message).toContain('もう一度実行してください');
  });

  it('leaves the work of a running process unchanged and claims it after that process ends', async () => {
    const [first, second] = [open(), open()];
    const { taskId } = first.start('me', forever);
    second.recover(() => undefined);
    expect(second.get(taskId, 'me')?.status).toBe('working');
    first.close();
    expect(second.get(taskId, 'me')?.status).toBe('failed');
  });

  it('cancels work of another process', async () => {
    const [first, second] = [open(), open()];
    const stopped = Promise.withResolvers<unknown>();
    const { taskId } = first.start('me', async (tools) => forever(tools).finally(() => stopped.resolve(1)));
    expect(second.cancel(taskId, 'me')).toBe(true);
    expect(await stopped.promise).toBe(1);
    await settle();
    expect(first.get(taskId, 'me')?.status).toBe('cancelled');
  });

  it('distinguishes a closing process from a cancelled task', async () => {
    const reasons: unknown[] = [];
    const note = ({ signal }: { signal: AbortSignal }) =>
      forever({ signal }).finally(() => void reasons.push(signal.reason));
    const store = open();
    const { taskId } = store.start('me', note);
    store.start('me', note);
    store.cancel(taskId, 'me');
    await settle();
    store.close();
    await settle();
    expect(reasons.map((reason) => reason instanceof ServerClosing)).toEqual([false, true]);
  });

  it('makes its files unreadable for other users', async () => {
    open().start('me', async () => textResult('done'));
    await settle();
    const names = readdirSync(folder);
    expect(names.toSorted()).toEqual(['runner-0.lock', 'tasks.sqlite']);
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it.each([
    [
      'is not a database',
      () => writeFileSync(join(folder, 'tasks.sqlite'), 'no database at all, but a text'),
    ],
    ['was written by a newer version', () => useFile((database) => database.exec('pragma user_version = 9'))],
  ])('rejects a file that %s', (_case, prepare) => {
    prepare();
    expect(() => open()).toThrow(/database|newer version/);
  });

  it('starts no task that it cannot store, and retains a result until it can be stored', async () => {
    const store = open();
    const gate = Promise.withResolvers<CallToolResult>();
    const { taskId } = store.start('me', () => gate.promise);
    useFile((database) => {
      database.exec(
        `create trigger full_1 before insert on tasks begin select raise(abort, 'disk full'); end`,
      );
      database.exec(
        `create trigger full_2 before update on tasks begin select raise(abort, 'disk full'); end`,
      );
    });
    let isStarted = false;
    const start = () =>
      store.start('me', async () => {
        isStarted = true;
        return textResult('');
      });
    expect(start).toThrow('nothing was started');
    expect(isStarted).toBe(false);
    gate.resolve(textResult('paid for'));
    await settle();
    expect(store.get(taskId, 'me')).toMatchObject({ status: 'completed', result: textResult('paid for') });
    useFile((database) => database.exec('drop trigger full_1; drop trigger full_2'));
    await expect.poll(() => storedStatus(taskId), { timeout: 10_000 }).toBe('completed');
    store.close();
    expect(open().get(taskId, 'me')).toMatchObject({ status: 'completed', result: textResult('paid for') });
  });
});

function useFile(use: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(folder, 'tasks.sqlite'));
  use(database);
  database.close();
}

function storedStatus(taskId: string): unknown {
  let status: unknown;
  useFile((database) => {
    status = database.prepare('select status from tasks where id = ?').get(taskId)?.['status'];
  });
  return status;
}

function readAll(path: string): string {
  return readdirSync(path)
    .map((name) => readFileSync(join(path, name), 'latin1'))
    .join('');
}
