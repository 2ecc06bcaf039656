/** The public surface. A line here is a promise. */
export { postgresStore, printSchema, type PostgresStoreOptions } from './postgres-store.ts';
export { postgresWake, watchChanges, type StoreChange, type WatchOptions } from './watch/watch-changes.ts';

// For programs that keep tables of their own in the same database.
export { openSchema, type SchemaOptions } from './open-schema.ts';
export { Database, statement, type Ask, type Statement, type Value } from './database/database.ts';
export type { MigrateMode, Migrations } from './migrations/migrate.ts';
export type { Row } from './rows/row-values.ts';
export { loadedText, storedText } from './rows/stored-text.ts';
