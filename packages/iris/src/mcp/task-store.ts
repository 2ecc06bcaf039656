import type { CallToolResult, InputRequests } from '@modelcontextprotocol/server';
import { INTERNAL_ERROR } from '@modelcontextprotocol/server';
import { awaitInput, type PendingInput } from './await-input.ts';
import { describeTaskError, INTERRUPTED_MESSAGE, createTaskRejection } from './describe-task-error.ts';
import { ServerClosing } from './server-closing.ts';
import {
  isRunning,
  type TaskOutcome,
  type TaskRecord,
  type TaskStatus,
  type TaskView,
} from './task-record.ts';
import { TaskTable } from './task-table.ts';

/** The functions that running work can use. */
export type TaskTools = {
  /** Aborted when the task is cancelled; aborted with a ServerClosing when only this process ends. */
  signal: AbortSignal;
  ask: (requests: InputRequests) => Promise<Readonly<Record<string, unknown>>>;
  /** Stores the data that the tool needs to continue the work in another process. */
  saveNote: (note: unknown) => void;
};

/** Work that may run longer than its request. */
export type TaskWork = (tools: TaskTools) => Promise<CallToolResult>;

/** Returns the rest of the work of an ended process; undefined when it cannot be continued. */
export type ResumeTask = (task: Pick<TaskRecord, 'owner' | 'tool' | 'note'>) => TaskWork | undefined;

type RunningTask = {
  stop: AbortController;
  pendingInput: PendingInput | undefined;
  /** The end of the task if it could not be stored yet. */
  unsaved?: { status: TaskStatus; outcome: TaskOutcome };
};

const CHECK_INTERVAL_MS = 1000;

/**
 * Runs work that may run longer than its request and stores its result for a limited time. With a folder both survive the
 * process: results remain readable, and the next process continues work that a tool can continue.
 */
export class TaskStore {
  readonly #running = new Map<string, RunningTask>();
  readonly #options: Required<Omit<TaskStoreOptions, 'folder'>>;
  readonly #folder: string | undefined;
  #opened: TaskTable | undefined;
  #resume: ResumeTask = () => undefined;
  #checkTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: TaskStoreOptions) {
    const limits = { ttlMs: 3_600_000, pollIntervalMs: 1000, capacity: 2500, perOwner: 250 };
    this.#options = { ...limits, ...options };
    this.#folder = options.folder;
    // An unusable folder must be reported at the start.
    if (options.folder !== undefined) this.#opened = new TaskTable(options.folder);
  }

  /** Starts the work and returns immediately. `tool` is the tool that continues the work after a restart. */
  start(owner: string, work: TaskWork, tool = ''): TaskView {
    const { now, makeId, ttlMs } = this.#options;
    this.#deleteExpired();
    this.#requireRoom(owner);
    const createdAt = now();
    const id = makeId();
    try {
      this.#table.insert({ id, owner, tool, createdAt, endsAt: createdAt + ttlMs });
    } catch {
      throw createTaskRejection('notWritten');
    }
    this.#scheduleDeletion();
    this.#run(id, work);
    return this.#describe({ id, status: 'working', createdAt, updatedAt: createdAt, outcome: null });
  }

  /** Returns the task with that id if it belongs to the caller. */
  get(id: string, owner: string): TaskView | undefined {
    const record = this.#find(id, owner);
    return record && this.#describe(record);
  }

  /** Passes responses to the task. The work continues when no response is missing. */
  answer(id: string, owner: string, answers: Readonly<Record<string, unknown>>): boolean {
    if (!this.#find(id, owner)) return false;
    this.#running.get(id)?.pendingInput?.answer(answers);
    return true;
  }

  /** Cancels a running task; a task that has ended does not change. */
  cancel(id: string, owner: string): boolean {
    if (!this.#find(id, owner)) return false;
    const task = this.#running.get(id);
    if (!task?.unsaved && this.#setStatus(id, 'cancelled', {})) {
      task?.stop.abort(new Error('The task was cancelled.'));
    }
    return true;
  }

  /** Continues the work of ended processes, now and whenever a task of such a process is requested. */
  recover(resume: ResumeTask): void {
    this.#resume = resume;
    if (this.#folder === undefined) return;
    this.#deleteExpired();
    this.#scheduleDeletion();
    this.#claimOrphaned();
  }

  /** Ends the work of this process. With a folder the next process continues it if possible; otherwise it is cancelled. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#checkTimer);
    const reason =
      this.#folder === undefined
        ? new Error('The server closed and cancelled its tasks.')
        : new ServerClosing();
    for (const { stop } of this.#running.values()) stop.abort(reason);
    this.#opened?.close();
  }

  get #table(): TaskTable {
    this.#opened ??= new TaskTable(undefined);
    return this.#opened;
  }

  #run(id: string, work: TaskWork): void {
    const task: RunningTask = { stop: new AbortController(), pendingInput: undefined };
    this.#running.set(id, task);
    if (this.#folder !== undefined)
      this.#checkTimer ??= setInterval(() => this.#checkRunning(), CHECK_INTERVAL_MS).unref();
    const { signal } = task.stop;
    const ask = (requests: InputRequests) =>
      awaitInput(requests, signal, (pendingInput) => {
        task.pendingInput = pendingInput;
        this.#setStatus(id, pendingInput ? 'input_required' : 'working', {});
      });
    const tools: TaskTools = { signal, ask, saveNote: (note) => this.#saveNote(id, note) };
    const begin = async () => work(tools);
    void begin().then(
      (result) => this.#end(id, 'completed', { result }),
      (error: unknown) => this.#end(id, 'failed', { error: describeTaskError(error) }),
    );
  }

  #end(id: string, status: TaskStatus, outcome: TaskOutcome): void {
    const task = this.#running.get(id);
    try {
      this.#setStatus(id, status, outcome);
      this.#running.delete(id);
    } catch {
      // The answer is billed; a full disk must not discard it while this process runs.
      if (task) task.unsaved = { status, outcome };
    }
    if (this.#running.size > 0) return;
    clearInterval(this.#checkTimer);
    this.#checkTimer = undefined;
  }

  #setStatus(id: string, status: TaskStatus, outcome: TaskOutcome): boolean {
    if (this.#isClosed) return false;
    return this.#table.setStatus(id, { status, outcome, now: this.#options.now() });
  }

  #saveNote(id: string, note: unknown): void {
    try {
      if (!this.#isClosed) this.#table.note(id, note);
    } catch {
      // The work continues; only its continuation after a restart is lost.
    }
  }

  #find(id: string, owner: string): TaskRecord | undefined {
    if (this.#isClosed) return undefined;
    const find = () => this.#table.find(id, owner, this.#options.now());
    const record = find();
    if (!record || !isRunning(record) || this.#running.has(id)) return record;
    // Another process runs the task, or has ended.
    this.#claimOrphaned();
    return find();
  }

  #claimOrphaned(): void {
    for (const { id, ...task } of this.#table.claimOrphaned()) {
      const work = task.note === null ? undefined : this.#resume(task);
      if (work) this.#run(id, work);
      else this.#setStatus(id, 'failed', { error: { code: INTERNAL_ERROR, message: INTERRUPTED_MESSAGE } });
    }
  }

  /** Stops tasks that another process has cancelled, and stores ends that could not be stored before. */
  #checkRunning(): void {
    for (const [id, { stop, unsaved }] of this.#running) {
      if (unsaved) this.#end(id, unsaved.status, unsaved.outcome);
      else if (!this.#table.isRunning(id)) stop.abort(new Error('The task has ended.'));
    }
  }

  #describe(record: Pick<TaskRecord, 'id' | 'status' | 'createdAt' | 'updatedAt' | 'outcome'>): TaskView {
    const { ttlMs, pollIntervalMs } = this.#options;
    const { pendingInput, unsaved } = this.#running.get(record.id) ?? {};
    return {
      taskId: record.id,
      status: unsaved?.status ?? record.status,
      createdAt: new Date(record.createdAt).toISOString(),
      lastUpdatedAt: new Date(record.updatedAt).toISOString(),
      ttlMs,
      pollIntervalMs,
      ...(unsaved?.outcome ?? record.outcome),
      ...(pendingInput && record.status === 'input_required' ? { inputRequests: pendingInput.open } : {}),
    };
  }

  #requireRoom(owner: string): void {
    const { own, all } = this.#table.count(owner);
    if (own >= this.#options.perOwner) throw createTaskRejection('tooManyOwn');
    if (all >= this.#options.capacity) throw createTaskRejection('tooMany');
  }

  #scheduleDeletion(): void {
    setTimeout(() => this.#deleteExpired(), this.#options.ttlMs + 1).unref();
  }

  #deleteExpired(): void {
    if (this.#isClosed) return;
    for (const id of this.#table.deleteExpired(this.#options.now())) {
      this.#running.get(id)?.stop.abort(new Error('The task expired.'));
      this.#running.delete(id);
    }
  }
}

/** The options of a store. Only the clock and the ids have no default. */
export type TaskStoreOptions = {
  now: () => number;
  makeId: () => string;
  /** The folder of the tasks. Default: in memory. */
  folder?: string | undefined;
  ttlMs?: number;
  pollIntervalMs?: number;
  /** The maximum number of stored tasks, in total and per owner. */
  capacity?: number;
  perOwner?: number;
};
