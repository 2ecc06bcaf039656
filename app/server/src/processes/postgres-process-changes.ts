import { storedText } from '@sekisho/postgres';
import { z } from 'zod';
import { removalStateSchema } from '../storage/page-rows.ts';
import type { Sql } from '../storage/sql.ts';
import type { ProcessCase } from './cases/process-case.ts';
import { writeInstance, writeStep } from './process-rows.ts';
import type { ProcessChanges } from './process-store.ts';
import type { ProcessTemplate } from './templates/process-template.ts';

const doneSchema = z.object({ is_done: z.enum(['t', 'f']) });
const replacedSchema = z.object({ state: z.enum(['replaced', 'changed', 'name-taken']) });
const removedSchema = z.object({ state: z.enum(['removed', 'missing', 'changed', 'in-use']) });

/** Changes several rows of a schema. Each change is a function of the schema, and so one statement. */
export function createPostgresProcessChanges({ write, execute, table }: Sql): ProcessChanges {
  const isDone = async (change: string, values: readonly (string | number)[]) => {
    const [row] = await write(doneSchema, `select ${change} as is_done`, values);
    return row?.is_done === 't';
  };
  return {
    addTemplate: (template) => isDone(`${table('add_template')}($1)`, [writeTemplate(template)]),
    replaceTemplate: async (changed, expectedVersion) => {
      const sql = `select ${table('replace_template')}($1, $2) as state`;
      const [row] = await write(replacedSchema, sql, [writeTemplate(changed), expectedVersion]);
      return row?.state ?? 'changed';
    },
    removeTemplate: async ({ userId, id, version }) => {
      const sql = `select ${table('remove_template')}($1, $2, $3) as state`;
      const [row] = await write(removedSchema, sql, [userId, id, version]);
      return row?.state ?? 'missing';
    },
    addCase: async (created) => {
      await execute(`select ${table('add_case')}($1)`, [writeCase(created)]);
    },
    replaceCase: (changed, expectedVersion) =>
      isDone(`${table('replace_case')}($1, $2)`, [writeCase(changed), expectedVersion]),
    removeCase: async ({ userId, id, version }) => {
      const sql = `select ${table('remove_case')}($1, $2, $3) as state`;
      const [row] = await write(removalStateSchema, sql, [userId, id, version]);
      return row?.state ?? 'missing';
    },
  };
}

function identityOf({ id, userId, name, version, createdAt }: ProcessTemplate | ProcessCase) {
  return {
    id: storedText(id),
    user_id: storedText(userId),
    name: storedText(name),
    version,
    created_at: createdAt,
  };
}

function writeTemplate(template: ProcessTemplate): string {
  return JSON.stringify({ ...identityOf(template), steps: template.steps.map(writeStep) });
}

function writeCase(whole: ProcessCase): string {
  const [template_id, goal_date] = [storedText(whole.templateId), whole.goalDate];
  const steps = whole.steps.map(writeInstance);
  return JSON.stringify({ ...identityOf(whole), template_id, goal_date, steps });
}
