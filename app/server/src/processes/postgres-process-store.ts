import { loadedText, statement, storedText, type Statement, type Value } from '@sekisho/postgres';
import { z } from 'zod';
import { cursorNumber, pageRows } from '../storage/page-rows.ts';
import type { Page, Removal, RemovalState, SearchRequest } from '../storage/page.ts';
import type { ServiceDatabase } from '../storage/postgres/service-database.ts';
import type { ProcessCase, StepInstance } from './cases/process-case.ts';
import { readStepInstance, readStepTemplate } from './process-rows.ts';
import type { ProcessStore } from './process-store.ts';
import type { ProcessTemplate, StepTemplate } from './templates/process-template.ts';

const text = z.string().transform(loadedText);
const number = z.coerce.number();
const steps = z.string().transform((json): unknown[] => z.array(z.unknown()).parse(JSON.parse(json)));
const templateRow = z.object({
  number,
  id: text,
  user_id: text,
  name: text,
  version: number,
  created_at: number,
  steps,
});
const caseRow = templateRow.extend({ template_id: text, goal_date: number });

/** Stores templates and cases in PostgreSQL. */
export class PostgresProcessStore implements ProcessStore {
  readonly #database: ServiceDatabase;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: ServiceDatabase, schema: string) {
    this.#database = database;
    this.#sql = statements(schema);
  }

  async addTemplate(template: ProcessTemplate): Promise<boolean> {
    return this.#change(this.#sql.addTemplate, [JSON.stringify(writeTemplate(template))]);
  }

  async getTemplate(userId: string, id: string): Promise<ProcessTemplate | undefined> {
    const [row] = await this.#database.read(this.#sql.template, [storedText(id), storedText(userId)]);
    return row && readTemplate(templateRow.parse(row));
  }

  async listTemplates(userId: string, search: SearchRequest): Promise<Page<ProcessTemplate>> {
    const sql = search.text === undefined ? this.#sql.templates : this.#sql.foundTemplates;
    const rows = await this.#database.read(sql, rangeOf(userId, search));
    return pageRows(z.array(templateRow).parse(rows), search, readTemplate);
  }

  async replaceTemplate(
    changed: ProcessTemplate,
    expectedVersion: number,
  ): Promise<'replaced' | 'changed' | 'name-taken'> {
    const values = [JSON.stringify(writeTemplate(changed)), expectedVersion];
    const [row] = await this.#database.write(this.#sql.replaceTemplate, values);
    return z.enum(['replaced', 'changed', 'name-taken']).parse(row?.['state']);
  }

  async removeTemplate(removal: Removal): Promise<RemovalState | 'in-use'> {
    const [row] = await this.#database.write(this.#sql.removeTemplate, valuesOf(removal));
    return z.enum(['removed', 'missing', 'changed', 'in-use']).parse(row?.['state']);
  }

  async addCase(created: ProcessCase): Promise<void> {
    await this.#database.write(this.#sql.addCase, [JSON.stringify(writeCase(created))]);
  }

  async getCase(userId: string, id: string): Promise<ProcessCase | undefined> {
    const [row] = await this.#database.read(this.#sql.case, [storedText(id), storedText(userId)]);
    return row && readCase(caseRow.parse(row));
  }

  async listCases(userId: string, search: SearchRequest): Promise<Page<ProcessCase>> {
    const sql = search.text === undefined ? this.#sql.cases : this.#sql.foundCases;
    const rows = await this.#database.read(sql, rangeOf(userId, search));
    return pageRows(z.array(caseRow).parse(rows), search, readCase);
  }

  async replaceCase(changed: ProcessCase, expectedVersion: number): Promise<boolean> {
    return this.#change(this.#sql.replaceCase, [JSON.stringify(writeCase(changed)), expectedVersion]);
  }

  async removeCase(removal: Removal): Promise<RemovalState> {
    const [row] = await this.#database.write(this.#sql.removeCase, valuesOf(removal));
    return z.enum(['removed', 'missing', 'changed']).parse(row?.['state']);
  }

  async #change(sql: Statement, values: readonly Value[]): Promise<boolean> {
    const [row] = await this.#database.write(sql, values);
    return row?.['is_done'] === 't';
  }
}

function rangeOf(userId: string, { cursor, limit, text: wanted }: SearchRequest): readonly Value[] {
  const range = [storedText(userId), cursorNumber(cursor, Number.MAX_SAFE_INTEGER), limit + 1];
  return wanted === undefined ? range : [...range, storedText(wanted)];
}

function valuesOf({ userId, id, version }: Removal): readonly Value[] {
  return [storedText(userId), storedText(id), version ?? null];
}

function writeTemplate(template: ProcessTemplate) {
  return { ...identityOf(template), steps: template.steps.map(writeStep) };
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

function writeStep(step: StepTemplate) {
  return {
    id: step.id,
    seq: step.seq,
    name: storedText(step.name),
    basis: step.basis,
    offset_days: step.offsetDays,
    required_artifacts: JSON.stringify(step.requiredArtifacts),
    depends_on_json: JSON.stringify(step.dependsOn),
  };
}

function writeInstance(step: StepInstance) {
  return {
    ...writeStep(step),
    due_date: step.dueDate,
    status: step.status,
    is_locked: step.isLocked,
    assignee: step.assignee === undefined ? null : storedText(step.assignee),
  };
}

function writeCase(whole: ProcessCase) {
  return {
    ...identityOf(whole),
    template_id: storedText(whole.templateId),
    goal_date: whole.goalDate,
    steps: whole.steps.map(writeInstance),
  };
}

function readTemplate(row: z.output<typeof templateRow>): ProcessTemplate {
  const { id, user_id: userId, name, version, created_at: createdAt } = row;
  return { id, userId, name, version, createdAt, steps: row.steps.map(readStepTemplate).map(withPlainName) };
}

function readCase(row: z.output<typeof caseRow>): ProcessCase {
  const { id, user_id: userId, template_id: templateId, name, goal_date: goalDate, version } = row;
  const instances = row.steps.map(readStepInstance).map(withPlainName);
  return { id, userId, templateId, name, goalDate, version, steps: instances, createdAt: row.created_at };
}

function withPlainName<Step extends StepTemplate & { assignee?: string | undefined }>(step: Step): Step {
  const { name, assignee } = step;
  return {
    ...step,
    name: loadedText(name),
    ...(assignee === undefined ? {} : { assignee: loadedText(assignee) }),
  };
}

function statements(schema: string) {
  const step = `'id', s.id, 'seq', s.seq, 'name', s.name, 'basis', s.basis, 'offset_days', s.offset_days,
    'required_artifacts', s.required_artifacts, 'depends_on_json', s.depends_on_json`;
  const templates = `select t.*, (
      select coalesce(json_agg(json_build_object(${step}) order by s.seq), '[]')
      from ${schema}.step_templates s where s.template_id = t.id) as steps
    from ${schema}.templates t`;
  const cases = `select c.*, (
      select coalesce(json_agg(json_build_object(${step}, 'due_date', s.due_date, 'status', s.status,
        'is_locked', s.is_locked::integer, 'assignee', s.assignee) order by s.seq), '[]')
      from ${schema}.step_instances s where s.case_id = c.id) as steps
    from ${schema}.cases c`;
  return {
    addTemplate: statement(`select ${schema}.add_template($1) as is_done`),
    // "is true" makes the planner use the index on the id: without statistics, it considers the user as selective as
    // the id.
    template: statement(`${templates} where t.id = $1 and (t.user_id = $2) is true`),
    templates: statement(
      `${templates} where t.user_id = $1 and t.number < $2 order by t.number desc limit $3`,
    ),
    foundTemplates: statement(
      `${templates} where t.user_id = $1 and t.number < $2 and (${schema}.holds(t.name, $4) or exists (
         select 1 from ${schema}.step_templates s where s.template_id = t.id and ${schema}.holds(s.name, $4)))
       order by t.number desc limit $3`,
    ),
    replaceTemplate: statement(`select ${schema}.replace_template($1, $2) as state`),
    removeTemplate: statement(`select ${schema}.remove_template($1, $2, $3) as state`),
    addCase: statement(`select ${schema}.add_case($1)`),
    case: statement(`${cases} where c.id = $1 and (c.user_id = $2) is true`),
    cases: statement(`${cases} where c.user_id = $1 and c.number < $2 order by c.number desc limit $3`),
    foundCases: statement(
      `${cases} where c.user_id = $1 and c.number < $2 and (${schema}.holds(c.name, $4) or exists (
         select 1 from ${schema}.step_instances s where s.case_id = c.id
           and ${schema}.holds(s.name || chr(10) || coalesce(s.assignee, ''), $4)))
       order by c.number desc limit $3`,
    ),
    removeCase: statement(`select ${schema}.remove_case($1, $2, $3) as state`),
    replaceCase: statement(`select ${schema}.replace_case($1, $2) as is_done`),
  };
}
