import type { DatabaseSync } from 'node:sqlite';
import type { Page, PageRequest } from '../../application/chat-store.ts';
import type { ProcessStore } from '../../application/process-store.ts';
import type { ProcessCase } from '../../domain/process-case.ts';
import type { ProcessTemplate } from '../../domain/process-template.ts';
import type { GroupWriter } from './group-writer.ts';
import { cursorNumber, pageRows } from '../page-rows.ts';
import {
  caseRow,
  readStepInstance,
  readStepTemplate,
  templateRow,
  type CaseRow,
  type TemplateRow,
} from '../process-rows.ts';

/** Templates and cases in one SQLite file. */
export class SqliteProcessStore implements ProcessStore {
  readonly #writer: GroupWriter;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, writer: GroupWriter) {
    this.#writer = writer;
    this.#sql = prepare(database);
  }

  addTemplate({ id, userId, name, steps, createdAt }: ProcessTemplate): Promise<boolean> {
    return this.#writer.write(() => {
      if (this.#sql.addTemplate.run(id, userId, name, createdAt).changes === 0) return false;
      for (const step of steps) {
        const { seq, basis, offsetDays } = step;
        this.#sql.addStep.run(
          step.id,
          id,
          seq,
          step.name,
          basis,
          offsetDays,
          JSON.stringify(step.requiredArtifacts),
          '[]',
        );
      }
      // Dependencies last: every id that they name exists by now.
      for (const { id: stepId, dependsOn } of steps)
        this.#sql.setDependencies.run(JSON.stringify(dependsOn), stepId);
      return true;
    });
  }

  async getTemplate(userId: string, id: string): Promise<ProcessTemplate | undefined> {
    const row = this.#sql.template.get(id, userId);
    return row && this.#readTemplate(templateRow.parse(row));
  }

  async listTemplates(userId: string, page: PageRequest): Promise<Page<ProcessTemplate>> {
    const before = cursorNumber(page.cursor, Number.MAX_SAFE_INTEGER);
    const rows = this.#sql.templates.all(userId, before, page.limit + 1).map((row) => templateRow.parse(row));
    return pageRows(rows, page, (row) => this.#readTemplate(row));
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

  async listCases(userId: string, page: PageRequest): Promise<Page<ProcessCase>> {
    const before = cursorNumber(page.cursor, Number.MAX_SAFE_INTEGER);
    const rows = this.#sql.cases.all(userId, before, page.limit + 1).map((row) => caseRow.parse(row));
    return pageRows(rows, page, (row) => this.#readCase(row));
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

  #readTemplate({ id, user_id: userId, name, created_at: createdAt }: TemplateRow): ProcessTemplate {
    return { id, userId, name, createdAt, steps: this.#sql.steps.all(id).map(readStepTemplate) };
  }

  #readCase(row: CaseRow): ProcessCase {
    const { id, user_id: userId, template_id: templateId, name, goal_date: goalDate, version } = row;
    const steps = this.#sql.instances.all(id).map(readStepInstance);
    return { id, userId, templateId, name, goalDate, version, steps, createdAt: row.created_at };
  }
}

function prepare(database: DatabaseSync) {
  const step = 'seq, name, basis, offset_days, required_artifacts, depends_on_json';
  return {
    addTemplate: database.prepare(
      'insert into templates (id, user_id, name, created_at) values (?, ?, ?, ?) on conflict (user_id, name) do nothing',
    ),
    addStep: database.prepare(
      `insert into step_templates (id, template_id, ${step}) values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    setDependencies: database.prepare('update step_templates set depends_on_json = ? where id = ?'),
    template: database.prepare('select * from templates where id = ? and user_id = ?'),
    templates: database.prepare(
      'select * from templates where user_id = ? and number < ? order by number desc limit ?',
    ),
    steps: database.prepare('select * from step_templates where template_id = ? order by seq'),
    addCase: database.prepare(
      `insert into cases (id, user_id, template_id, name, goal_date, version, created_at) values (?, ?, ?, ?, ?, ?, ?)`,
    ),
    addInstance: database.prepare(
      `insert into step_instances (id, case_id, ${step}, due_date, status, is_locked, assignee)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    case: database.prepare('select * from cases where id = ? and user_id = ?'),
    cases: database.prepare(
      'select * from cases where user_id = ? and number < ? order by number desc limit ?',
    ),
    instances: database.prepare('select * from step_instances where case_id = ? order by seq'),
    updateCase: database.prepare(
      'update cases set name = ?, goal_date = ?, version = ? where id = ? and version = ?',
    ),
    updateInstance: database.prepare(
      'update step_instances set due_date = ?, status = ?, is_locked = ?, assignee = ? where id = ? and case_id = ?',
    ),
  };
}
