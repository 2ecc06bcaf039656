import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { openTaskDatabase } from './open-task-database.ts';
import { RunnerLock } from './runner-lock.ts';
import { type TaskOutcome, type TaskRecord, taskRecordSchema, type TaskStatus } from './task-record.ts';

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
