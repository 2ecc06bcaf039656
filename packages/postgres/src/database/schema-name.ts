import { SekishoError } from '@sekisho/engine';

/** The schema that holds our tables when none is named. */
export const DEFAULT_SCHEMA = 'sekisho';

/** The name of a schema as SQL text. Refuses names that need quoting and schemas of PostgreSQL itself. */
export function quoteSchema(name: string): string {
  if (/^[a-z][a-z0-9_]{0,47}$/.test(name) && name !== 'public' && !/^(?:pg_|information_schema$)/.test(name))
    return `"${name}"`;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `"${name}" cannot be the schema of the store. Use small letters, digits and "_", at most 48, and a schema that holds nothing else.`,
  );
}
