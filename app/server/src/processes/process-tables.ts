import { cursorNumber, pageRows } from '../storage/page-rows.ts';
import type { SearchRequest } from '../storage/page.ts';
import type { Sql } from '../storage/sql.ts';
import {
  caseRow,
  INSTANCE_COLUMNS,
  readCase,
  readTemplate,
  STEP_COLUMNS,
  templateRow,
} from './process-rows.ts';
import type { ProcessChanges, ProcessStore } from './process-store.ts';

/** Creates the queries for templates and cases. */
export function createProcessTables({ read, table, arrayOf }: Sql): Omit<ProcessStore, keyof ProcessChanges> {
  const [steps, instances] = [table('step_templates'), table('step_instances')];
  const templates = `select o.*, ${arrayOf(STEP_COLUMNS, steps, 's.template_id = o.id')} as steps
    from ${table('templates')} o where`;
  const cases = `select o.*, ${arrayOf(INSTANCE_COLUMNS, instances, 's.case_id = o.id')} as steps
    from ${table('cases')} o where`;
  // "is true" makes the planner of PostgreSQL use the index on the id: without statistics, it considers the user as
  // selective as the id.
  const isOwn = 'o.id = $1 and (o.user_id = $2) is true';
  const isVisible = `o.id = $1 and ((o.user_id = $2) is true
    or exists (select 1 from ${instances} s where s.case_id = o.id and s.assignee = $2))`;
  // Both parts use an index. With "or", the whole table would be read.
  const visibleCases = `o.number in (
    select c.number from ${table('cases')} c where c.user_id = $1 union
    select c.number from ${instances} s join ${table('cases')} c on c.id = s.case_id where s.assignee = $1)`;
  const holds = (text: string) => `${table('holds')}(${text}, $4)`;
  return {
    getTemplate: async (userId, id) => {
      const [row] = await read(templateRow, `${templates} ${isOwn}`, [id, userId]);
      return row && readTemplate(row);
    },
    listTemplates: async (userId, search) => {
      const isFound = `${holds('o.name')} or exists (
        select 1 from ${steps} s where s.template_id = o.id and ${holds('s.name')})`;
      const sql = `${templates} o.user_id = $1 ${inPage(isFound, search)}`;
      return pageRows(await read(templateRow, sql, rangeOf(userId, search)), search, readTemplate);
    },
    getCase: async (userId, id) => {
      const [row] = await read(caseRow, `${cases} ${isVisible}`, [id, userId]);
      return row && readCase(row);
    },
    listCases: async (userId, search) => {
      const isFound = `${holds('o.name')} or exists (select 1 from ${instances} s where s.case_id = o.id
        and ${holds(`s.name || '\n' || coalesce(s.assignee, '')`)})`;
      const sql = `${cases} ${visibleCases} ${inPage(isFound, search)}`;
      return pageRows(await read(caseRow, sql, rangeOf(userId, search)), search, readCase);
    },
  };
}

function rangeOf(userId: string, { cursor, limit, text }: SearchRequest) {
  const range = [userId, cursorNumber(cursor, Number.MAX_SAFE_INTEGER), limit + 1];
  return text === undefined ? range : [...range, text];
}

const inPage = (isFound: string, { text }: SearchRequest) =>
  `and o.number < $2 ${text === undefined ? '' : `and (${isFound})`} order by o.number desc limit $3`;
