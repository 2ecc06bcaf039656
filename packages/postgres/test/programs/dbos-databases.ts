import { dbosHost } from '../../src/dbos/index.ts';
import type { TestPostgres } from '../../src/testing/index.ts';

type Postgres = Pick<TestPostgres, 'createDatabase'>;

const PATTERN = 'dbos_pattern';

/** Creates databases that contain DBOS's tables; creating the tables takes longer than most tests. */
export function dbosDatabases(postgres: Postgres): (name: string) => Promise<string> {
  let pattern: Promise<void> | undefined;
  return async (name) => {
    await (pattern ??= makePattern(postgres));
    return postgres.createDatabase(name, { like: PATTERN });
  };
}

async function makePattern(postgres: Postgres): Promise<void> {
  const host = dbosHost({ databaseUrl: await postgres.createDatabase(PATTERN) });
  await host.open();
  await host.close();
}
