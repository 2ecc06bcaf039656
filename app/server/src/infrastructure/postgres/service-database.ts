import type { Database, Row, Statement, Value } from '@sekisho/postgres';
import { storeUnavailable } from '../../application/store-unavailable.ts';

/** The database of the service, opened by its first use so that making the stores waits for nothing. */
export class ServiceDatabase {
  readonly #open: () => Promise<Database>;
  #opened: Promise<Database> | undefined;

  constructor(open: () => Promise<Database>) {
    this.#open = open;
  }

  /** Runs a statement that may be repeated while the server restarts. */
  read(sql: Statement, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#run((database) => database.ask(sql, values));
  }

  /** Runs a statement at most once; rejects when it may not have been kept. */
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
      // The next request may find the server at work.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }
}
