/** The public entry `@sekisho/postgres/testing`: a real server for tests and benches. */
export { startPostgres, type TestPostgres } from './start-postgres.ts';
