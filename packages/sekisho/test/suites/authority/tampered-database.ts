import type { HumanApprovalRequest } from '@sekisho/engine';
import type { OpenStore } from '@sekisho/engine';

/** A row as the driver returns it. */
export type TamperedRow = Readonly<Record<string, unknown>>;

/**
 * Write access to a database without the key. Tables and columns have the same names in every store; placeholders are
 * question marks.
 */
export interface TamperedDatabase {
  /** Opens the store on this database, for any number of runners. It uses the clock of the runner. */
  readonly open: OpenStore;
  run(sql: string, ...values: readonly unknown[]): Promise<void>;
  all(sql: string, ...values: readonly unknown[]): Promise<readonly TamperedRow[]>;
  insert(table: string, row: TamperedRow): Promise<void>;
  /** Replaces all stored fields of an approval, in all columns of the store. */
  writeApproval(approval: HumanApprovalRequest): Promise<void>;
  close(): Promise<void>;
}

/** Copies the rows of a run from another database into this one. Records are appended at the end of the log. */
export async function copyRun(
  from: TamperedDatabase,
  to: TamperedDatabase,
  tables: readonly string[],
  runId: string,
): Promise<void> {
  for (const table of tables) {
    for (const row of await from.all(`select * from ${table} where run_id = ?`, runId)) {
      const { number: _number, tenant: _tenant, ...rest } = row;
      await to.insert(table, table === 'log' ? { ...rest, seq: Number(rest['seq']) + 1_000_000 } : rest);
    }
  }
}
