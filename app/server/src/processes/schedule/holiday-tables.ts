import { z } from 'zod';
import { createDocumentSql } from '../../storage/document-sql.ts';
import type { Sql } from '../../storage/sql.ts';
import type { HolidayStore } from './holiday-store.ts';

const holidaysSchema = z.array(z.object({ first: z.string(), last: z.string(), name: z.string() }));

/** Creates the queries for the company holidays. */
export function createHolidayTables(sql: Sql): HolidayStore {
  const { find, put } = createDocumentSql(sql);
  return {
    getHolidays: async () => {
      const row = await find('calendar', 'holidays');
      return row && { ...row, value: holidaysSchema.parse(row.body) };
    },
    putHolidays: (holidays, change) => put('calendar', 'holidays', holidays, change),
  };
}
