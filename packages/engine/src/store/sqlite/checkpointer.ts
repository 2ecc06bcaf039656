import { Worker } from 'node:worker_threads';

/**
 * The program of the worker. It is text, so that a bundler of the application does not have to find a second file.
 * Each message is a request for a checkpoint; the answer is an error or null.
 */
const PROGRAM = `
const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
const database = new DatabaseSync(workerData.path, { timeout: workerData.lockTimeoutMs });
database.exec(workerData.settings);
const checkpoint = database.prepare('pragma wal_checkpoint(passive)');
const version = database.prepare('pragma user_version');
parentPort.on('message', (request) => {
  if (request === 'close') {
    database.close();
    parentPort.close();
    return;
  }
  try {
    const { busy, log, checkpointed } = checkpoint.get();
    if (request === 'restart' && busy === 0 && log === checkpointed) {
      database.exec('begin immediate');
      database.exec('pragma user_version = ' + version.get().user_version + '; commit');
    }
    parentPort.postMessage(null);
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    parentPort.postMessage({ message: error.message, errcode: error.errcode });
  }
});
`;

interface SqliteFailure {
  readonly message: string;
  readonly errcode?: number | undefined;
}

class CheckpointError extends Error {
  readonly errcode: number | undefined;

  constructor({ message, errcode }: SqliteFailure) {
    super(message);
    this.errcode = errcode;
  }
}

/** Copies the log to the database file in another thread, because that syncs both files. */
export class Checkpointer {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  #settle: ((error?: Error) => void) | undefined;
  #failure: Error | undefined;
  #isClosing = false;

  /** `settings` are the pragmas of the connection of the worker. */
  constructor(path: string, lockTimeoutMs: number, settings: string) {
    this.#worker = new Worker(PROGRAM, {
      eval: true,
      workerData: { path, lockTimeoutMs, settings },
      // Node 22 warns that SQLite is experimental. Options of the process, such as --input-type, are not for this program.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      name: 'sekisho checkpoints',
    });
    this.#worker.on('message', (error: SqliteFailure | null) =>
      this.#settle?.(error ? new CheckpointError(error) : undefined),
    );
    this.#worker.on('error', (error) => this.#end(error));
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#end(new Error('The thread of the checkpoints ended.'));
        resolve();
      });
    });
    // A checkpoint that the process does not wait for is repeated by the next process.
    this.#worker.unref();
  }

  /** Whether the thread has ended, so that it takes no further requests. */
  get hasEnded(): boolean {
    return this.#failure !== undefined;
  }

  /** Copies all committed pages that no reader needs. Commits continue. */
  copy(): Promise<void> {
    return this.#request('copy');
  }

  /**
   * Copies the rest and begins the log again from its start, which SQLite syncs in this thread. No commit of this
   * process may take place meanwhile.
   */
  async restart(): Promise<void> {
    this.#worker.ref();
    try {
      await this.#request('restart');
    } finally {
      if (!this.#isClosing) this.#worker.unref();
    }
  }

  /** Closes the connection. If it is the last one, SQLite copies the rest and deletes the log. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#worker.ref();
    this.#worker.postMessage('close', []);
    await this.#exited;
  }

  #request(request: 'copy' | 'restart'): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = (error) => (error ? reject(error) : resolve());
      if (this.#failure) this.#settle(this.#failure);
      else this.#worker.postMessage(request, []);
    });
  }

  #end(error: Error): void {
    this.#failure ??= error;
    this.#settle?.(this.#failure);
  }
}
