import type { Row } from '../rows/row-values.ts';
import type { Statement } from '../database/database.ts';

interface Waiting {
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: unknown) => void;
}

type Asked = Map<string, Waiting[]>;

/**
 * Reads many keys in one round trip. Runs that wait for the same group commit continue in the same event-loop turn and
 * then read the same kinds of rows, so the reads of one turn are sent together.
 */
export class KeyedReads {
  readonly #ask: (sql: Statement, keys: readonly string[]) => Promise<readonly Row[]>;
  readonly #asked = new Map<Statement, Asked>();

  /** `ask` runs a statement that answers each row with its `key`. */
  constructor(ask: (sql: Statement, keys: readonly string[]) => Promise<readonly Row[]>) {
    this.#ask = ask;
  }

  /** The rows of one key, in the order of the statement. */
  read(sql: Statement, key: string): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      let asked = this.#asked.get(sql);
      if (asked === undefined) {
        asked = new Map();
        this.#asked.set(sql, asked);
        setImmediate(() => void this.#send(sql));
      }
      const waiting = asked.get(key) ?? [];
      waiting.push({ resolve, reject });
      asked.set(key, waiting);
    });
  }

  async #send(sql: Statement): Promise<void> {
    const asked: Asked = this.#asked.get(sql) ?? new Map();
    this.#asked.delete(sql);
    try {
      const rows = await this.#ask(sql, [...asked.keys()]);
      const found = Map.groupBy(rows, (row) => row['key'] ?? '');
      for (const [key, waiting] of asked) for (const { resolve } of waiting) resolve(found.get(key) ?? []);
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error);
    }
  }
}
