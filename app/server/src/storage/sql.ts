import { loadedText, storedText } from 'sekisho/store-adapter';
import { z } from 'zod';

type StoredValue = string | number | null;
type StoredRow = Readonly<Record<string, unknown>>;

/** Executes one statement, with `$1` for its first parameter, and returns its rows. */
export type RunSql = (sql: string, values: readonly StoredValue[]) => Promise<readonly StoredRow[]>;

/** A database with our tables. The statements are the same for all databases; these members differ. */
export type SqlDatabase = {
  /** Executes a statement that only reads and therefore can be repeated. */
  readonly read: RunSql;
  /** Executes a statement once and atomically. */
  readonly write: RunSql;
  /** Returns the qualified name of a table or function. */
  readonly table: (name: string) => string;
  /** Returns the condition that a column is one of the strings in a JSON array. */
  readonly isOneOf: (column: string, parameter: string) => string;
  /** Returns the source of rows, each with a column `value`, from a JSON array of objects. */
  readonly rowsOf: (parameter: string) => string;
  /** Returns a subquery for the rows of a table as a JSON array of objects with these columns, ordered by `seq`. */
  readonly arrayOf: (columns: readonly string[], table: string, condition: string) => string;
};

/** A parameter: any text, a number, or a list of texts for `isOneOf`. */
export type SqlValue = StoredValue | undefined | readonly string[];

/** Adds schemas to a database. Texts are stored and returned unchanged, whatever they contain. */
export function createSql({ read, write, ...names }: SqlDatabase) {
  return {
    ...names,
    /** Returns the rows of a statement that only reads. */
    read: parsed(read),
    /** Executes a statement once and atomically. Returns the rows of its `returning` clause. */
    write: parsed(write),
    /** Executes a statement once and atomically. Returns whether its `returning` clause has a row. */
    execute: async (sql: string, values: readonly SqlValue[]): Promise<boolean> =>
      (await write(sql, values.map(encodeValue))).length > 0,
  };
}

const parsed =
  (run: RunSql) =>
  async <Row>(schema: z.ZodType<Row>, sql: string, values: readonly SqlValue[] = []): Promise<Row[]> =>
    z.array(schema).parse((await run(sql, values.map(encodeValue))).map(decodeRow));

/** The statements of our tables. */
export type Sql = ReturnType<typeof createSql>;

/** Encodes a parameter, because databases cannot store every text. */
export function encodeValue(value: SqlValue): StoredValue {
  if (typeof value === 'object' && value !== null)
    return JSON.stringify(value.map((text) => storedText(text)));
  return typeof value === 'string' ? storedText(value) : (value ?? null);
}

/** Decodes the texts of a row. */
export function decodeRow(row: StoredRow): StoredRow {
  const columns = Object.entries(row);
  return Object.fromEntries(
    columns.map(([name, value]) => [name, typeof value === 'string' ? loadedText(value) : value]),
  );
}
