import { z } from 'zod';
import { stepStatuses, type StepInstance } from './cases/process-case.ts';
import type { StepTemplate } from './templates/process-template.ts';

/** A row of `templates`. */
export const templateRow = z.object({
  number: z.number(),
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  version: z.number(),
  created_at: z.number(),
});

/** A row of `templates` after parsing. */
export type TemplateRow = z.output<typeof templateRow>;

/** A row of `cases`. */
export const caseRow = templateRow.extend({
  template_id: z.string(),
  goal_date: z.number(),
});

/** A row of `cases` after parsing. */
export type CaseRow = z.output<typeof caseRow>;

const stepRow = z.object({
  id: z.string(),
  seq: z.number(),
  name: z.string(),
  basis: z.enum(['goal', 'prev']),
  offset_days: z.number(),
  required_artifacts: z.string(),
  depends_on_json: z.string(),
});
const instanceRow = stepRow.extend({
  due_date: z.number(),
  status: z.enum(stepStatuses),
  is_locked: z.number(),
  assignee: z.string().nullable(),
});
const artifactsSchema = z.array(z.object({ kind: z.string(), description: z.string().optional() }));
const idsSchema = z.array(z.string());

/** Reads a row of `step_templates`. */
export function readStepTemplate(raw: unknown): StepTemplate {
  return toStep(stepRow.parse(raw));
}

/** Reads a row of `step_instances`. */
export function readStepInstance(raw: unknown): StepInstance {
  const row = instanceRow.parse(raw);
  const { due_date: dueDate, status, assignee } = row;
  return { ...toStep(row), dueDate, status, isLocked: row.is_locked !== 0, assignee: assignee ?? undefined };
}

function toStep(row: z.output<typeof stepRow>): StepTemplate {
  return {
    id: row.id,
    seq: row.seq,
    name: row.name,
    basis: row.basis,
    offsetDays: row.offset_days,
    requiredArtifacts: artifactsSchema.parse(JSON.parse(row.required_artifacts)),
    dependsOn: idsSchema.parse(JSON.parse(row.depends_on_json)),
  };
}
