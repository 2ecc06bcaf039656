import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { openSqliteStateStore } from '../../engine/src/store/sqlite-state-store.ts';
import type { TamperedDatabase } from './suites/authority/tampered-database.ts';
import { describeAuthority } from './suites/describe-authority.ts';

describeAuthority('A SQLite file', async () => openFile());

function openFile(): TamperedDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-authority-'));
  const path = join(folder, 'state.db');
  let file: DatabaseSync | undefined;
  const database = () => (file ??= new DatabaseSync(path, { timeout: 10_000 }));
  const run = async (sql: string, ...values: readonly unknown[]) => {
    database()
      .prepare(sql)
      .run(...values.map(toCell));
  };
  return {
    open: ({ link, clock }) => openSqliteStateStore({ path, link, clock }),
    run,
    all: async (sql, ...values) =>
      database()
        .prepare(sql)
        .all(...values.map(toCell)),
    insert: async (table, row) => {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      await run(`insert into ${table} (${columns.join(', ')}) values (${places})`, ...Object.values(row));
    },
    writeApproval: (approval) =>
      run(
        'update approvals set run_id = ?, status = ?, body = ? where approval_id = ?',
        approval.run_id,
        approval.status,
        JSON.stringify(approval),
        approval.approval_id,
      ),
    close: async () => {
      file?.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function toCell(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot keep a ${typeof value}.`);
}
