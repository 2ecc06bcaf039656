/** The types of SQL parameters. */
type SqlValue = string | number | null;

/** Executes one statement, with `$1` for its first parameter, and returns its rows. */
export type RunSql = (sql: string, values: readonly SqlValue[]) => Promise<readonly unknown[]>;

/** A database with the console's tables. The statements are the same for all databases; these members differ. */
export type ConsoleSql = {
  /** Executes a statement that only reads and therefore can be repeated. */
  readonly read: RunSql;
  /** Executes a statement once and atomically. */
  readonly write: RunSql;
  /** Returns the qualified name of a table. */
  readonly table: (name: string) => string;
  /** Returns the condition that a column is one of the strings in a JSON array. */
  readonly isOneOf: (column: string, parameter: string) => string;
  /** Returns the source of rows, each with a column `value`, from a JSON array of objects. */
  readonly rowsOf: (parameter: string) => string;
};
