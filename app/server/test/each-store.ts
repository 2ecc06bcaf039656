import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';

/** An empty location for the data of one service, and a function that manipulates the data directly. */
export type StoreLocation = {
  kind: 'SQLite' | 'PostgreSQL';
  env: Record<string, string>;
  dataDir: string;
  /** Executes SQL. `$` is replaced by the prefix of a table name. */
  execute: (sql: string) => Promise<void>;
};

/** Runs the same tests on both stores. PostgreSQL is a real server of this test file. */
export function describeOnEachStore(
  name: string,
  tests: (createLocation: () => Promise<StoreLocation>) => void,
): void {
  describe(`${name}, on SQLite`, () => {
    tests(async () => {
      const dataDir = makeFolder();
      return {
        kind: 'SQLite',
        env: {},
        dataDir,
        execute: async (sql) => {
          const database = new DatabaseSync(join(dataDir, 'chat.db'));
          database.exec(sql.replaceAll('$', ''));
          database.close();
        },
      };
    });
  });

  describe(`${name}, on PostgreSQL`, () => {
    let server: Awaited<ReturnType<typeof sharedPostgres>>;
    let count = 0;
    beforeAll(async () => {
      server = await sharedPostgres();
    });
    afterAll(() => server.stop());
    tests(async () => {
      count += 1;
      const url = await server.createDatabase(`place_${count}`);
      return {
        kind: 'PostgreSQL',
        env: { DATABASE_URL: url },
        dataDir: makeFolder(),
        execute: async (sql) => {
          const client = new Client({ connectionString: url });
          await client.connect();
          await client.query(sql.replaceAll('$', 'sekisho_chat.'));
          await client.end();
        },
      };
    });
  });
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-chat-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
