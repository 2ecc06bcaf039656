import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type TaskOutcome, type TaskRecord, taskRecordSchema, type TaskStatus } from './task-record.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { chmodSync, closeSync, openSync } from 'node:fs';

const RUNNING = `status in ('working', 'input_required')`;

/** The stored tasks of all processes that share the folder; without a folder, those of this process. */
export class TaskTable {
  readonly #database: DatabaseSync;
  readonly #lock: RunnerLock | undefined;
  readonly #statements = new Map<string, StatementSync>();

  constructor(folder: string | undefined) {
    this.#database = openTaskDatabase(folder);
    try {
      this.#lock = folder === undefined ? undefined : new RunnerLock(folder, this.#database);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  insert(task: Pick<TaskRecord, 'id' | 'owner' | 'tool' | 'createdAt' | 'endsAt'>): void {
    const { id, owner, tool, createdAt, endsAt } = task;
    this.#prepare(
      `insert into tasks (id, owner, tool, status, createdAt, updatedAt, endsAt, runner)
       values (?, ?, ?, 'working', ?, ?, ?, ?)`,
    ).run(id, owner, tool, createdAt, createdAt, endsAt, this.#name);
  }

  /** Returns the task with that id if it belongs to the owner and has not expired. */
  find(id: string, owner: string, now: number): TaskRecord | undefined {
    const row = this.#prepare('select * from tasks where id = ? and owner = ? and endsAt > ?').get(
      id,
      owner,
      now,
    );
    return row && taskRecordSchema.parse(row);
  }

  /** Changes the status of a task. Returns false and changes nothing when the task had already ended. */
  setStatus(id: string, change: { status: TaskStatus; outcome: TaskOutcome; now: number }): boolean {
    const { status, outcome, now } = change;
    const text = Object.keys(outcome).length === 0 ? null : JSON.stringify(outcome);
    const sql = `update tasks set status = ?, outcome = ?, updatedAt = ? where id = ? and ${RUNNING}`;
    return this.#prepare(sql).run(status, text, now, id).changes === 1;
  }

  /** Stores the data that another process needs to continue the work. */
  note(id: string, note: unknown): void {
    this.#prepare('update tasks set note = ? where id = ?').run(JSON.stringify(note), id);
  }

  isRunning(id: string): boolean {
    return this.#prepare(`select 1 from tasks where id = ? and ${RUNNING}`).get(id) !== undefined;
  }

  count(owner: string): { own: number; all: number } {
    const sql = 'select count(*) filter (where owner = ?) as own, count(*) as "all" from tasks';
    const row = this.#prepare(sql).get(owner);
    return { own: Number(row?.['own']), all: Number(row?.['all']) };
  }

  /** Claims the running tasks of ended processes. Only one process can claim a task. */
  claimOrphaned(): TaskRecord[] {
    const rows = this.#prepare(`select * from tasks where ${RUNNING} and runner <> ?`).all(this.#name);
    const claim = this.#prepare(`update tasks set runner = ? where id = ? and runner = ? and ${RUNNING}`);
    return rows
      .map((row) => taskRecordSchema.parse(row))
      .filter(({ id, runner }) => {
        if (this.#lock === undefined || this.#lock.isAlive(runner)) return false;
        return claim.run(this.#name, id, runner).changes === 1;
      });
  }

  /** Deletes the expired tasks and returns their ids. */
  deleteExpired(now: number): string[] {
    const rows = this.#prepare('delete from tasks where endsAt <= ? returning id').all(now);
    return rows.map((row) => String(row['id']));
  }

  close(): void {
    this.#database.close();
    this.#lock?.close();
  }

  get #name(): string {
    return this.#lock?.name ?? '';
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

const MAX_PROCESSES = 256;

/**
 * The name of this process among the processes that share a folder. A lock of the operating system protects it. The lock
 * ends with the process, also after a crash, so no clock or process id is needed to decide whether a name is in use.
 */
class RunnerLock {
  readonly name = randomUUID();
  readonly #folder: string;
  readonly #database: DatabaseSync;
  readonly #lock: DatabaseSync;

  constructor(folder: string, database: DatabaseSync) {
    this.#folder = folder;
    this.#database = database;
    for (let slot = 0; slot < MAX_PROCESSES; slot += 1) {
      const lock = tryLock(folder, slot);
      if (!lock) continue;
      this.#lock = lock;
      database.prepare('insert or replace into runners (slot, runner) values (?, ?)').run(slot, this.name);
      return;
    }
    throw new Error(
      `More than ${MAX_PROCESSES} processes use "${folder}". Stop one of them or choose another folder.`,
    );
  }

  /** Returns true while the process of that name runs. */
  isAlive(name: string): boolean {
    if (name === this.name) return true;
    const slot = this.#database.prepare('select slot from runners where runner = ?').get(name)?.['slot'];
    // A slot that another process has acquired no longer belongs to the earlier process.
    if (slot === undefined) return false;
    const lock = tryLock(this.#folder, Number(slot));
    lock?.close();
    return lock === undefined;
  }

  close(): void {
    this.#lock.close();
  }
}

function tryLock(folder: string, slot: number): DatabaseSync | undefined {
  const { DatabaseSync } = loadNodeSqlite();
  const lock = new DatabaseSync(openPrivately(join(folder, `runner-${slot}.lock`)), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch {
    lock.close();
    return undefined;
  }
}

const VERSION = 1;
const LOCK_TIMEOUT_MS = 5000;
const SCHEMA = `
  create table if not exists tasks (
    id text primary key, owner text not null, tool text not null, status text not null, createdAt integer not null,
    updatedAt integer not null, endsAt integer not null, note text, outcome text, runner text not null
  ) strict;
  create table if not exists runners (slot integer primary key, runner text not null) strict;
  pragma user_version = ${VERSION};`;

/** Opens the database of the tasks: in a file that only this user can read, or in memory without a folder. */
function openTaskDatabase(folder: string | undefined): DatabaseSync {
  const path = folder === undefined ? ':memory:' : openPrivately(join(folder, 'tasks.sqlite'));
  const { DatabaseSync } = loadNodeSqlite();
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
  try {
    // Expired answers must not remain in the free pages of the file.
    database.exec('pragma synchronous = full; pragma fullfsync = on; pragma secure_delete = on');
    const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
    if (version > VERSION)
      throw new Error(
        `"${path}" was written by a newer version of this program. Update the program or choose another folder.`,
      );
    if (version < VERSION) database.exec(`begin immediate; ${SCHEMA} commit;`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes the file readable by this user only, including a file that already exists. */
function openPrivately(path: string): string {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  return path;
}

type Host = Pick<typeof process, 'emitWarning' | 'getBuiltinModule'>;

/**
 * Loads node:sqlite when the first task needs it, not at the start. Node 22 warns that it is experimental; that
 * warning is suppressed, because hosts show the error output to users.
 */
function loadNodeSqlite(host: Host = process): typeof import('node:sqlite') {
  const emitWarning = Reflect.get(host, 'emitWarning');
  Reflect.set(host, 'emitWarning', (warning: unknown, ...rest: unknown[]) => {
    if (rest[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite ')) return;
    Reflect.apply(emitWarning, host, [warning, ...rest]);
  });
  try {
    return host.getBuiltinModule('node:sqlite');
  } finally {
    Reflect.set(host, 'emitWarning', emitWarning);
  }
}
