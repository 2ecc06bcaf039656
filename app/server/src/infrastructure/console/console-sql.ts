/** What may stand for a parameter. */
type SqlValue = string | number | null;

/** Runs one statement, with `$1` for its first value, and answers its rows. */
export type RunSql = (sql: string, values: readonly SqlValue[]) => Promise<readonly unknown[]>;

/** A database that holds the console's tables. The statements are the same on each; this is what differs. */
export type ConsoleSql = {
  /** A statement that only reads, and so may be repeated. */
  readonly read: RunSql;
  /** A statement that runs once, and as a whole. */
  readonly write: RunSql;
  /** The full name of a table. */
  readonly table: (name: string) => string;
  /** The test whether a column is one of the texts in a JSON list. */
  readonly isOneOf: (column: string, parameter: string) => string;
};
