import { removalState } from '../storage/page-rows.ts';
import type { Removal } from '../storage/page.ts';
import type { GroupWriter } from '../storage/sqlite/group-writer.ts';
import type { RunNow } from '../storage/sqlite/sqlite-sql.ts';
import { INSTANCE_COLUMNS, STEP_COLUMNS, writeInstance, writeStep } from './process-rows.ts';
import type { ProcessChanges } from './process-store.ts';
import type { StepTemplate } from './templates/process-template.ts';

const insertSteps = (table: string, owner: string, columns: readonly string[]) =>
  `insert into ${table} (${owner}, ${columns.join(', ')})
   select $1, ${columns.map((name) => `value ->> '${name}'`).join(', ')} from json_each($2)`;
const INSERT_STEPS = insertSteps('step_templates', 'template_id', STEP_COLUMNS);
const INSERT_INSTANCES = insertSteps('step_instances', 'case_id', INSTANCE_COLUMNS);

/** Changes several rows of a file in one transaction. In PostgreSQL, each change is a function of the schema. */
export function createSqliteProcessChanges(run: RunNow, writer: GroupWriter): ProcessChanges {
  const addSteps = (templateId: string, steps: readonly StepTemplate[]) =>
    run(INSERT_STEPS, [templateId, JSON.stringify(steps.map(writeStep))]);
  const stateOf = (table: string, { userId, id, version }: Removal) =>
    removalState(run(`select version from ${table} where id = $1 and user_id = $2`, [id, userId]), version);
  return {
    addTemplate: ({ id, userId, name, steps, version, createdAt }) =>
      writer.write(() => {
        const added = run(
          `insert into templates (id, user_id, name, version, created_at) values ($1, $2, $3, $4, $5)
           on conflict (user_id, name) do nothing returning id`,
          [id, userId, name, version, createdAt],
        );
        if (added.length > 0) addSteps(id, steps);
        return added.length > 0;
      }),
    replaceTemplate: ({ id, userId, name, version, steps }, expectedVersion) =>
      writer.write(() => {
        if (stateOf('templates', { id, userId, version: expectedVersion }) !== 'removed') return 'changed';
        const values = [userId, name, id];
        const others = run('select id from templates where user_id = $1 and name = $2 and id <> $3', values);
        if (others.length > 0) return 'name-taken';
        run('update templates set name = $1, version = $2 where id = $3', [name, version, id]);
        run('delete from step_templates where template_id = $1', [id]);
        addSteps(id, steps);
        return 'replaced';
      }),
    removeTemplate: (removal) =>
      writer.write(() => {
        const { id } = removal;
        const state = stateOf('templates', removal);
        if (state !== 'removed') return state;
        if (run('select id from cases where template_id = $1 limit 1', [id]).length > 0) return 'in-use';
        run('delete from step_templates where template_id = $1', [id]);
        run('delete from templates where id = $1', [id]);
        return state;
      }),
    addCase: ({ id, userId, templateId, name, goalDate, version, createdAt, steps }) =>
      writer.write(() => {
        run(
          `insert into cases (id, user_id, template_id, name, goal_date, version, created_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [id, userId, templateId, name, goalDate, version, createdAt],
        );
        run(INSERT_INSTANCES, [id, JSON.stringify(steps.map(writeInstance))]);
      }),
    replaceCase: ({ id, name, goalDate, version, steps }, expectedVersion) =>
      writer.write(() => {
        const changed = run(
          `update cases set name = $1, goal_date = $2, version = $3 where id = $4 and version = $5 returning id`,
          [name, goalDate, version, id, expectedVersion],
        );
        if (changed.length === 0) return false;
        run(
          `update step_instances set due_date = s.value ->> 'due_date', status = s.value ->> 'status',
             is_locked = s.value ->> 'is_locked', assignee = s.value ->> 'assignee'
           from json_each($1) s where step_instances.id = s.value ->> 'id' and case_id = $2`,
          [JSON.stringify(steps.map(writeInstance)), id],
        );
        return true;
      }),
    removeCase: (removal) =>
      writer.write(() => {
        const state = stateOf('cases', removal);
        if (state !== 'removed') return state;
        run('delete from step_instances where case_id = $1', [removal.id]);
        run('delete from cases where id = $1', [removal.id]);
        return state;
      }),
  };
}
