import type { ChatStore } from '../chat/chat-store.ts';
import { SqliteChatStore } from '../chat/sqlite-chat-store.ts';
import type { ProcessStore } from '../processes/process-store.ts';
import { SqliteProcessStore } from '../processes/sqlite-process-store.ts';
import { GroupWriter } from '../storage/sqlite/group-writer.ts';
import { openDatabase } from '../storage/sqlite/open-database.ts';

/** The stores of the service, which share one file. */
export type Stores = {
  chat: ChatStore;
  processes: ProcessStore;
  /** Flushes pending writes and closes the file. */
  close: () => void;
};

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
  const database = openDatabase(path, lockTimeoutMs);
  const writer = new GroupWriter(database);
  return {
    chat: new SqliteChatStore(database, writer, clock),
    processes: new SqliteProcessStore(database, writer),
    close: () => {
      writer.flush();
      database.close();
    },
  };
}
