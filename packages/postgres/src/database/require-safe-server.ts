import { SekishoError } from '@sekisho/engine';
import { numberOf } from '../rows/row-values.ts';
import { statement, type Database } from './database.ts';

const OLDEST = 130_000;

/** Refuses servers that are too old, or that acknowledge writes before they are durable. */
export async function requireSafeServer(database: Pick<Database, 'ask'>): Promise<void> {
  const [row = {}] = await database.ask(
    statement(
      `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
         current_setting('server_encoding') as encoding`,
    ),
    [],
  );
  if (numberOf(row, 'version') < OLDEST) refuse('is older than PostgreSQL 13', 'Update it.');
  if (row['fsync'] !== 'on')
    refuse('runs with fsync off and can lose what it acknowledged', 'Turn fsync on.');
  if (row['encoding'] !== 'UTF8') refuse('does not keep its texts in UTF-8', 'Use a database with UTF-8.');
}

function refuse(what: string, advice: string): never {
  throw new SekishoError('AGENTS-E-STORE', `The PostgreSQL server ${what}. ${advice}`);
}
