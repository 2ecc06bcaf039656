import type { HumanApprovalRequest } from '../../contracts/human-approval-request.ts';
import type { OpenStore } from '../../facade/create-runner.ts';

/** A row as the driver gives it. */
export type TamperedRow = Readonly<Record<string, unknown>>;

/**
 * A database as somebody sees it who can write to it and has no key. Tables and columns have the same names in every
 * store; placeholders are question marks.
 */
export interface TamperedDatabase {
  /** The store on this database, for any number of runners. It goes by the clock of the runner. */
  readonly open: OpenStore;
  run(sql: string, ...values: readonly unknown[]): Promise<void>;
  all(sql: string, ...values: readonly unknown[]): Promise<readonly TamperedRow[]>;
  insert(table: string, row: TamperedRow): Promise<void>;
  /** Replaces everything that the store keeps about an approval, in whichever columns it does. */
  writeApproval(approval: HumanApprovalRequest): Promise<void>;
  close(): Promise<void>;
}

/** Copies the rows of a run from another database into this one; records get a place behind all others. */
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
