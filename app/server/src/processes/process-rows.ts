import { loadedText, storedText } from '@sekisho/postgres';
import { z } from 'zod';
import { stepStatuses, type ProcessCase, type StepInstance } from './cases/process-case.ts';
import type { ProcessTemplate, StepTemplate } from './templates/process-template.ts';

const number = z.coerce.number();
const text = z.string().transform(loadedText);
const artifactsSchema = z.array(z.object({ kind: z.string(), description: z.string().optional() }));

const stepRow = z.object({
  id: z.string(),
  seq: z.number(),
  name: text,
  basis: z.enum(['goal', 'prev']),
  offset_days: z.number(),
  required_artifacts: z.string(),
  depends_on_json: z.string(),
});
const instanceRow = stepRow.extend({
  due_date: z.number(),
  status: z.enum(stepStatuses),
  is_locked: z.union([z.boolean(), z.number()]),
  assignee: text.nullable(),
});
/** The columns of a step of a template. */
export const STEP_COLUMNS = Object.keys(stepRow.shape);
/** The columns of a step of a case. */
export const INSTANCE_COLUMNS = Object.keys(instanceRow.shape);

const rowsOf = <Row>(schema: z.ZodType<Row>) =>
  z.string().transform((json) => z.array(schema).parse(JSON.parse(json)));

/** A row of `templates` with its steps. */
export const templateRow = z.object({
  number,
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  version: number,
  created_at: number,
  steps: rowsOf(stepRow),
});
/** A row of `cases` with its steps. */
export const caseRow = templateRow.extend({
  template_id: z.string(),
  goal_date: number,
  steps: rowsOf(instanceRow),
});

/** Converts a row of `templates`. */
export function readTemplate(row: z.output<typeof templateRow>): ProcessTemplate {
  const { id, user_id: userId, name, version, created_at: createdAt } = row;
  return { id, userId, name, version, createdAt, steps: row.steps.map(readStep) };
}

/** Converts a row of `cases`. */
export function readCase(row: z.output<typeof caseRow>): ProcessCase {
  const { id, user_id: userId, template_id: templateId, name, goal_date: goalDate, version } = row;
  const steps = row.steps.map((step) => ({
    ...readStep(step),
    dueDate: step.due_date,
    status: step.status,
    isLocked: Boolean(step.is_locked),
    assignee: step.assignee ?? undefined,
  }));
  return { id, userId, templateId, name, goalDate, version, steps, createdAt: row.created_at };
}

function readStep(row: z.output<typeof stepRow>): StepTemplate {
  return {
    id: row.id,
    seq: row.seq,
    name: row.name,
    basis: row.basis,
    offsetDays: row.offset_days,
    requiredArtifacts: artifactsSchema.parse(JSON.parse(row.required_artifacts)),
    dependsOn: z.array(z.string()).parse(JSON.parse(row.depends_on_json)),
  };
}

/** Converts a step of a template to a row. */
export function writeStep(step: StepTemplate) {
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

/** Converts a step of a case to a row. */
export function writeInstance(step: StepInstance) {
  return {
    ...writeStep(step),
    due_date: step.dueDate,
    status: step.status,
    is_locked: step.isLocked,
    assignee: step.assignee === undefined ? null : storedText(step.assignee),
  };
}
