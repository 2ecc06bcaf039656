/** The entry `@sekisho/postgres/session`: sessions of the Agents SDK. It needs the package `sekisho`. */
export { PostgresSession, type PostgresSessionOptions } from './postgres-session.ts';
