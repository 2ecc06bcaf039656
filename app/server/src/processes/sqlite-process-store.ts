import type { DatabaseSync } from 'node:sqlite';
import { cursorNumber, pageRows } from '../storage/page-rows.ts';
import type { Page, Removal, RemovalState, SearchRequest } from '../storage/page.ts';
import type { GroupWriter } from '../storage/sqlite/group-writer.ts';
import { prepareText } from '../storage/sqlite/prepare-text.ts';
import type { ProcessCase } from './cases/process-case.ts';
import {
  caseRow,
  readStepInstance,
  readStepTemplate,
  templateRow,
  type CaseRow,
  type TemplateRow,
} from './process-rows.ts';
import type { ProcessStore } from './process-store.ts';
import type { ProcessTemplate, StepTemplate } from './templates/process-template.ts';

/** Stores templates and cases in one SQLite file. */
export class SqliteProcessStore implements ProcessStore {
  readonly #writer: GroupWriter;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, writer: GroupWriter) {
    this.#writer = writer;
    this.#sql = prepare(database);
  }

  addTemplate({ id, userId, name, steps, version, createdAt }: ProcessTemplate): Promise<boolean> {
    return this.#writer.write(() => {
      if (this.#sql.addTemplate.run(id, userId, name, version, createdAt).changes === 0) return false;
      this.#addSteps(id, steps);
      return true;
    });
  }

  async getTemplate(userId: string, id: string): Promise<ProcessTemplate | undefined> {
    const row = this.#sql.template.get(id, userId);
    return row && this.#readTemplate(templateRow.parse(row));
  }

  async listTemplates(userId: string, search: SearchRequest): Promise<Page<ProcessTemplate>> {
    const found = search.text === undefined ? this.#sql.templates : this.#sql.foundTemplates;
    const rows = found.allNamed(rangeOf(userId, search)).map((row) => templateRow.parse(row));
    return pageRows(rows, search, (row) => this.#readTemplate(row));
  }

  replaceTemplate(
    changed: ProcessTemplate,
    expectedVersion: number,
  ): Promise<'replaced' | 'changed' | 'name-taken'> {
    return this.#writer.write(() => {
      const { id, userId, name, version, steps } = changed;
      const row = this.#sql.template.get(id, userId);
      if (row === undefined || templateRow.parse(row).version !== expectedVersion) return 'changed';
      const other = this.#sql.templateOfName.get(userId, name);
      if (other !== undefined && other['id'] !== id) return 'name-taken';
      this.#sql.updateTemplate.run(name, version, id);
      this.#sql.removeSteps.run(id);
      this.#addSteps(id, steps);
      return 'replaced';
    });
  }

  removeTemplate({ userId, id, version }: Removal): Promise<RemovalState | 'in-use'> {
    return this.#writer.write(() => {
      const row = this.#sql.template.get(id, userId);
      if (row === undefined) return 'missing';
      if (version !== undefined && templateRow.parse(row).version !== version) return 'changed';
      if (this.#sql.caseOfTemplate.get(id) !== undefined) return 'in-use';
      this.#sql.removeSteps.run(id);
      this.#sql.removeTemplate.run(id);
      return 'removed';
    });
  }

  async addCase(created: ProcessCase): Promise<void> {
    await this.#writer.write(() => {
      const { id, userId, templateId, name, goalDate, version, createdAt } = created;
      this.#sql.addCase.run(id, userId, templateId, name, goalDate, version, createdAt);
      for (const step of created.steps) {
        const { seq, basis, offsetDays, requiredArtifacts, dependsOn, dueDate, status } = step;
        const lists = [JSON.stringify(requiredArtifacts), JSON.stringify(dependsOn)] as const;
        const state = [dueDate, status, step.isLocked ? 1 : 0, step.assignee ?? null] as const;
        this.#sql.addInstance.run(step.id, id, seq, step.name, basis, offsetDays, ...lists, ...state);
      }
    });
  }

  async getCase(userId: string, id: string): Promise<ProcessCase | undefined> {
    const row = this.#sql.case.get(id, userId);
    return row && this.#readCase(caseRow.parse(row));
  }

  async listCases(userId: string, search: SearchRequest): Promise<Page<ProcessCase>> {
    const found = search.text === undefined ? this.#sql.cases : this.#sql.foundCases;
    const rows = found.allNamed(rangeOf(userId, search)).map((row) => caseRow.parse(row));
    return pageRows(rows, search, (row) => this.#readCase(row));
  }

  replaceCase(changed: ProcessCase, expectedVersion: number): Promise<boolean> {
    return this.#writer.write(() => {
      const { id, name, goalDate, version, steps } = changed;
      if (this.#sql.updateCase.run(name, goalDate, version, id, expectedVersion).changes === 0) return false;
      for (const { id: stepId, dueDate, status, isLocked, assignee } of steps) {
        this.#sql.updateInstance.run(dueDate, status, isLocked ? 1 : 0, assignee ?? null, stepId, id);
      }
      return true;
    });
  }

  removeCase({ userId, id, version }: Removal): Promise<RemovalState> {
    return this.#writer.write(() => {
      const row = this.#sql.case.get(id, userId);
      if (row === undefined) return 'missing';
      if (version !== undefined && caseRow.parse(row).version !== version) return 'changed';
      this.#sql.removeInstances.run(id);
      this.#sql.removeCase.run(id);
      return 'removed';
    });
  }

  #addSteps(templateId: string, steps: readonly StepTemplate[]): void {
    for (const { id, seq, name, basis, offsetDays, requiredArtifacts } of steps) {
      const artifacts = JSON.stringify(requiredArtifacts);
      this.#sql.addStep.run(id, templateId, seq, name, basis, offsetDays, artifacts, '[]');
    }
    // Dependencies are stored last, because all referenced ids must exist.
    for (const { id, dependsOn } of steps) this.#sql.setDependencies.run(JSON.stringify(dependsOn), id);
  }

  #readTemplate({ id, user_id: userId, name, version, created_at: createdAt }: TemplateRow): ProcessTemplate {
    return { id, userId, name, version, createdAt, steps: this.#sql.steps.all(id).map(readStepTemplate) };
  }

  #readCase(row: CaseRow): ProcessCase {
    const { id, user_id: userId, template_id: templateId, name, goal_date: goalDate, version } = row;
    const steps = this.#sql.instances.all(id).map(readStepInstance);
    return { id, userId, templateId, name, goalDate, version, steps, createdAt: row.created_at };
  }
}

function rangeOf(userId: string, { limit, cursor, text }: SearchRequest) {
  const before = cursorNumber(cursor, Number.MAX_SAFE_INTEGER);
  return { userId, before, limit: limit + 1, ...(text === undefined ? {} : { text }) };
}

function prepare(database: DatabaseSync) {
  const step = 'seq, name, basis, offset_days, required_artifacts, depends_on_json';
  return {
    addTemplate: prepareText(
      database,
      `insert into templates (id, user_id, name, version, created_at) values (?, ?, ?, ?, ?)
       on conflict (user_id, name) do nothing`,
    ),
    addStep: prepareText(
      database,
      `insert into step_templates (id, template_id, ${step}) values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    setDependencies: prepareText(database, 'update step_templates set depends_on_json = ? where id = ?'),
    template: prepareText(database, 'select * from templates where id = ? and user_id = ?'),
    templates: prepareText(
      database,
      'select * from templates where user_id = :userId and number < :before order by number desc limit :limit',
    ),
    foundTemplates: prepareText(
      database,
      `select * from templates t where t.user_id = :userId and t.number < :before and (
         instr(fold(t.name), fold(:text)) > 0 or exists (
           select 1 from step_templates s where s.template_id = t.id and instr(fold(s.name), fold(:text)) > 0))
       order by t.number desc limit :limit`,
    ),
    templateOfName: prepareText(database, 'select id from templates where user_id = ? and name = ?'),
    updateTemplate: prepareText(database, 'update templates set name = ?, version = ? where id = ?'),
    removeTemplate: prepareText(database, 'delete from templates where id = ?'),
    removeSteps: prepareText(database, 'delete from step_templates where template_id = ?'),
    caseOfTemplate: prepareText(database, 'select id from cases where template_id = ? limit 1'),
    steps: prepareText(database, 'select * from step_templates where template_id = ? order by seq'),
    addCase: prepareText(
      database,
      `insert into cases (id, user_id, template_id, name, goal_date, version, created_at) values (?, ?, ?, ?, ?, ?, ?)`,
    ),
    addInstance: prepareText(
      database,
      `insert into step_instances (id, case_id, ${step}, due_date, status, is_locked, assignee)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    case: prepareText(database, 'select * from cases where id = ? and user_id = ?'),
    cases: prepareText(
      database,
      'select * from cases where user_id = :userId and number < :before order by number desc limit :limit',
    ),
    foundCases: prepareText(
      database,
      `select * from cases c where c.user_id = :userId and c.number < :before and (
         instr(fold(c.name), fold(:text)) > 0 or exists (
           select 1 from step_instances s where s.case_id = c.id
             and instr(fold(s.name || char(10) || coalesce(s.assignee, '')), fold(:text)) > 0))
       order by c.number desc limit :limit`,
    ),
    removeCase: prepareText(database, 'delete from cases where id = ?'),
    removeInstances: prepareText(database, 'delete from step_instances where case_id = ?'),
    instances: prepareText(database, 'select * from step_instances where case_id = ? order by seq'),
    updateCase: prepareText(
      database,
      'update cases set name = ?, goal_date = ?, version = ? where id = ? and version = ?',
    ),
    updateInstance: prepareText(
      database,
      'update step_instances set due_date = ?, status = ?, is_locked = ?, assignee = ? where id = ? and case_id = ?',
    ),
  };
}
