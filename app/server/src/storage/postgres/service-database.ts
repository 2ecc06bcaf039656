import type { Database, Row, Statement, Value } from '@sekisho/postgres';
import { storeUnavailable } from '../../errors/service-error.ts';

/** The database of the service. The first use opens it, so that creating the stores does not wait. */
export class ServiceDatabase {
  readonly #open: () => Promise<Database>;
  #opened: Promise<Database> | undefined;

  constructor(open: () => Promise<Database>) {
    this.#open = open;
  }

  /** Executes a statement that is retried while the server restarts. */
  read(sql: Statement, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#run((database) => database.ask(sql, values));
  }

  /** Executes a statement at most once. Rejects when the result is unknown. */
  write(sql: Statement, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#run((database) => database.once(sql, values));
  }

  async #run(work: (database: Database) => Promise<readonly Row[]>): Promise<readonly Row[]> {
    try {
      return await work(await this.#database());
    } catch (cause) {
      throw storeUnavailable(cause);
    }
  }

  #database(): Promise<Database> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      // The next request may succeed, for example after a restart of the server.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }
}
