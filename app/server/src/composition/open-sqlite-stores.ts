import type { SQLOutputValue } from 'node:sqlite';
import type { ChatStore } from '../chat/chat-store.ts';
import { createChatTables } from '../chat/chat-tables.ts';
import { createSqliteChatChanges } from '../chat/sqlite-chat-changes.ts';
import type { ProcessStore } from '../processes/process-store.ts';
import { createProcessTables } from '../processes/process-tables.ts';
import { createSqliteProcessChanges } from '../processes/sqlite-process-changes.ts';
import { openMigratedFile } from '../storage/open-migrated-file.ts';
import { createSql } from '../storage/sql.ts';
import { GroupWriter } from '../storage/sqlite/group-writer.ts';
import { MIGRATIONS } from '../storage/sqlite/migrations.ts';
import { prepareOnce, runNow, sqliteDatabase } from '../storage/sqlite/sqlite-sql.ts';

/** The stores of the service, which share one file. */
export type Stores = {
  chat: ChatStore;
  processes: ProcessStore;
  /** Flushes pending writes and closes the file. */
  close: () => void;
};

// The text "SKCH" as a number.
const APPLICATION_ID = 0x534b4348;

/** Opens the stores in the SQLite file at the path. */
export function openStores({
  path,
  clock,
  lockTimeoutMs = 5000,
}: {
  path: string;
  clock: () => number;
  lockTimeoutMs?: number;
}): Stores {
  const schema = { applicationId: APPLICATION_ID, migrations: MIGRATIONS, lockTimeoutMs };
  const database = openMigratedFile(path, schema);
  // The functions that PostgreSQL has, or that its schema defines.
  const options = { deterministic: true };
  database.function('holds', options, (text, wanted) => Number(foldText(text).includes(foldText(wanted))));
  database.function(
    'split_part',
    options,
    (text, end, part) => String(text).split(String(end))[Number(part) - 1] ?? '',
  );
  const writer = new GroupWriter(database);
  const prepare = prepareOnce(database);
  const sql = createSql(sqliteDatabase(prepare, (job) => writer.write(job)));
  const run = runNow(prepare);
  return {
    chat: { ...createChatTables(sql), ...createSqliteChatChanges(run, writer, clock) },
    processes: { ...createProcessTables(sql), ...createSqliteProcessChanges(run, writer) },
    close: () => {
      writer.flush();
      database.close();
    },
  };
}

/** Normalizes case and character width, so that a search finds every spelling of a text. */
const foldText = (text: SQLOutputValue): string =>
  String(text ?? '')
    .normalize('NFKC')
    .toLowerCase();
