import type { CallToolResult, InputRequests } from '@modelcontextprotocol/server';
import { INTERNAL_ERROR, ProtocolError } from '@modelcontextprotocol/server';

/** Where a task stands, in the words of the Tasks extension. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** A task as it travels; what is inlined depends on the status. */
export type TaskView = {
  taskId: string;
  status: TaskStatus;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: number;
  pollIntervalMs: number;
  result?: CallToolResult;
  error?: { code: number; message: string };
  inputRequests?: InputRequests;
};

/** What running work may use: the way to stop it and the way to ask. */
export type TaskWork = (
  signal: AbortSignal,
  ask: (requests: InputRequests) => Promise<Readonly<Record<string, unknown>>>,
) => Promise<CallToolResult>;

type Question = { open: InputRequests; answers: Record<string, unknown>; resolve: () => void };
type Task = {
  view: TaskView;
  owner: string;
  stop: AbortController;
  question: Question | undefined;
  endsAt: number;
};

/** Runs work that outlives its request and remembers how it ended, for a while. */
export class TaskStore {
  readonly #tasks = new Map<string, Task>();
  readonly #now: () => number;
  readonly #makeId: () => string;
  readonly #ttlMs: number;
  readonly #pollIntervalMs: number;
  readonly #capacity: number;

  constructor(options: {
    now: () => number;
    makeId: () => string;
    ttlMs?: number;
    pollIntervalMs?: number;
    capacity?: number;
  }) {
    this.#now = options.now;
    this.#makeId = options.makeId;
    this.#ttlMs = options.ttlMs ?? 3_600_000;
    this.#pollIntervalMs = options.pollIntervalMs ?? 1000;
    this.#capacity = options.capacity ?? 1000;
  }

  /** Starts the work and returns at once. */
  start(owner: string, work: TaskWork): TaskView {
    this.#forgetOld();
    if (this.#tasks.size >= this.#capacity) {
      throw new ProtocolError(INTERNAL_ERROR, 'Too many tasks are kept already; try again later.');
    }
    const at = new Date(this.#now()).toISOString();
    const view: TaskView = {
      taskId: this.#makeId(),
      status: 'working',
      createdAt: at,
      lastUpdatedAt: at,
      ttlMs: this.#ttlMs,
      pollIntervalMs: this.#pollIntervalMs,
    };
    const task: Task = {
      view,
      owner,
      stop: new AbortController(),
      question: undefined,
      endsAt: this.#now() + this.#ttlMs,
    };
    this.#tasks.set(view.taskId, task);
    void this.#run(task, work);
    return { ...view };
  }

  /** The task of that id, if it is the caller's own. */
  get(id: string, owner: string): TaskView | undefined {
    const task = this.#find(id, owner);
    if (!task) return undefined;
    return { ...task.view, ...(task.question ? { inputRequests: { ...task.question.open } } : {}) };
  }

  /** Hands over answers; the work goes on when none is missing any more. */
  answer(id: string, owner: string, answers: Readonly<Record<string, unknown>>): boolean {
    const task = this.#find(id, owner);
    if (!task) return false;
    const { question } = task;
    if (!question) return true;
    for (const [key, answer] of Object.entries(answers)) {
      if (!Object.hasOwn(question.open, key)) continue;
      question.answers[key] = answer;
      const { [key]: _answered, ...open } = question.open;
      question.open = open;
    }
    if (Object.keys(question.open).length === 0) question.resolve();
    return true;
  }

  /** Stops a task that still runs; one that has ended stays as it is. */
  cancel(id: string, owner: string): boolean {
    const task = this.#find(id, owner);
    if (!task) return false;
    if (task.view.status === 'working' || task.view.status === 'input_required') {
      this.#move(task, 'cancelled', {});
      task.question = undefined;
      task.stop.abort(new Error('The task was cancelled.'));
    }
    return true;
  }

  async #run(task: Task, work: TaskWork): Promise<void> {
    try {
      const result = await work(task.stop.signal, (requests) => this.#ask(task, requests));
      if (task.view.status !== 'cancelled') this.#move(task, 'completed', { result });
    } catch (error) {
      if (task.view.status === 'cancelled') return;
      const isProtocolError = error instanceof ProtocolError;
      const code = isProtocolError ? error.code : INTERNAL_ERROR;
      // The wording of an unexpected error may hold what must not leave this process.
      const message = isProtocolError ? error.message : 'The task ended with an internal error.';
      this.#move(task, 'failed', { error: { code, message } });
    }
  }

  async #ask(task: Task, requests: InputRequests): Promise<Readonly<Record<string, unknown>>> {
    const { signal } = task.stop;
    // Before and after: a task that is over must not begin to work again.
    signal.throwIfAborted();
    const answers: Record<string, unknown> = {};
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    task.question = { open: { ...requests }, answers, resolve };
    this.#move(task, 'input_required', {});
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', stop);
    }
    signal.throwIfAborted();
    task.question = undefined;
    this.#move(task, 'working', {});
    return answers;
  }

  #move(task: Task, status: TaskStatus, outcome: Pick<TaskView, 'result' | 'error'>): void {
    task.view = { ...task.view, ...outcome, status, lastUpdatedAt: new Date(this.#now()).toISOString() };
  }

  #find(id: string, owner: string): Task | undefined {
    const task = this.#tasks.get(id);
    return task?.owner === owner ? task : undefined;
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [id, task] of this.#tasks) {
      const isRunning = task.view.status === 'working' || task.view.status === 'input_required';
      if (task.endsAt > now) continue;
      if (isRunning) task.stop.abort(new Error('The task outlived its time.'));
      this.#tasks.delete(id);
    }
  }
}
