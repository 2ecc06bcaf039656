/** The public entry `@sekisho/postgres/dbos`: DBOS as the engine under the runner. It needs `@dbos-inc/dbos-sdk`. */
export { dbosHost, type DbosHost, type DbosHostOptions } from './dbos-host.ts';
