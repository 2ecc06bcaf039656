import { join } from 'node:path';
import type { ConsoleStore } from './console-store.ts';
import { openConsoleStore } from './open-console-store.ts';
import { openPostgresStores } from './open-postgres-stores.ts';
import { openStores, type Stores } from './open-sqlite-stores.ts';

/** The stores of the service, without the state store of the runs. */
export type ServiceStores = Omit<Stores, 'close'> & { console: ConsoleStore; close: () => Promise<void> };

/** Opens PostgreSQL, which several machines can share, when a URL is set, and files in the data folder otherwise. */
export function chooseStores(options: {
  dataDir: string;
  databaseUrl: string | undefined;
  clock: () => number;
}): ServiceStores {
  const { dataDir, databaseUrl, clock } = options;
  if (databaseUrl !== undefined) return openPostgresStores({ url: databaseUrl, clock });
  const { chat, processes, close } = openStores({ path: join(dataDir, 'chat.db'), clock });
  const console = openConsoleStore(join(dataDir, 'console.db'));
  return {
    chat,
    processes,
    console,
    close: async () => {
      close();
      console.close();
    },
  };
}
