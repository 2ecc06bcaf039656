/** The public surface of the package. */
export { postgresStore, printSchema, type PostgresStoreOptions } from './postgres-store.ts';
export { postgresWake, watchChanges, type StoreChange, type WatchOptions } from './watch/watch-changes.ts';
export { PostgresPolicyStore } from './postgres-policy-store.ts';
export { PostgresToolPinStore } from './postgres-tool-pin-store.ts';
export {
  archiveLog,
  removeArchive,
  removeFinishedRuns,
  type RetentionOptions,
} from './retention/retention.ts';
export { ArchivedLog, type ArchiveLines } from './retention/archived-log.ts';
export type { LogPosition } from './retention/archive-format.ts';
export { exportArchive } from './retention/export-archive.ts';
export { printAccess } from './print-access.ts';
export type { TenantOptions } from './schema/lazy-database.ts';

// For programs that have their own tables in the same database.
export { openSchema, type SchemaOptions } from './schema/open-schema.ts';
export { Database, statement, type Ask, type Statement, type Value } from './database/database.ts';
export type { MigrateMode, Migrations } from './migrations/migrate.ts';
export type { Row } from './rows/row-values.ts';
export { loadedText, storedText } from '@sekisho/engine/store-adapter';
