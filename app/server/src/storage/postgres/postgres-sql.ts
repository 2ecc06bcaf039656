import { statement } from '@sekisho/postgres';
import type { SqlDatabase } from '../sql.ts';
import type { ServiceDatabase } from './service-database.ts';

/** A schema for the shared statements, whose tables have this prefix. */
export function postgresDatabase(database: ServiceDatabase, schema: string, prefix = ''): SqlDatabase {
  return {
    read: (sql, values) => database.read(statement(sql), values),
    write: (sql, values) => database.write(statement(sql), values),
    table: (name) => `${schema}.${prefix}${name}`,
    isOneOf: (column, parameter) => `${column} in (select json_array_elements_text(${parameter}::json))`,
    rowsOf: (parameter) => `json_array_elements(${parameter}::json) as rows (value)`,
    arrayOf: (columns, table, condition) =>
      `(select coalesce(json_agg(json_build_object(${columns.map((name) => `'${name}', s.${name}`).join(', ')})
        order by s.seq), '[]') from ${table} s where ${condition})`,
  };
}
