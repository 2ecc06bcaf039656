import { z } from '@hono/zod-openapi';
import { MOST_OFFSET_DAYS } from '../domain/process-step.ts';
import { stepStatuses } from '../domain/process-case.ts';
import { problemSchema } from './problem.ts';

// Half of a character reaches no model and no file as it was written.
const wellFormed = z.string().refine((text) => text.isWellFormed());
const shortText = wellFormed.trim().min(1).max(200);
const longText = wellFormed.max(4000);
const plainDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .openapi({ example: '2027-03-31' });

const sessionContextSchema = z
  .strictObject({
    industry: longText.optional(),
    processType: longText.optional(),
    goal: longText.optional(),
    region: longText.optional(),
    compliance: longText.optional(),
    additionalContext: longText.optional(),
  })
  .openapi('SessionContext');

/** The body that creates a session. */
export const createSessionSchema = z.strictObject({ context: sessionContextSchema.default({}) });

/** A session as clients see it. */
export const sessionSchema = z
  .object({ id: z.string(), context: sessionContextSchema, createdAt: z.string() })
  .openapi('Session');

/** The body of a message. */
export const postMessageSchema = z.strictObject({
  message: wellFormed.max(8000).refine((text) => text.trim() !== ''),
});

const artifactSchema = z.strictObject({
  kind: wellFormed.min(1).max(200),
  description: wellFormed.max(2000).optional(),
});

const createStepSchema = z
  .strictObject({
    seq: z.int().min(1).max(500),
    name: shortText,
    basis: z.enum(['goal', 'prev']),
    offsetDays: z.int().min(-MOST_OFFSET_DAYS).max(MOST_OFFSET_DAYS),
    requiredArtifacts: z.array(artifactSchema).max(50).optional(),
    dependsOn: z.array(z.int()).max(500).optional(),
  })
  .openapi('CreateStepTemplate');

/** The body that creates a template. */
export const createTemplateSchema = z
  .strictObject({ name: shortText, stepTemplates: z.array(createStepSchema).max(500) })
  .openapi('CreateProcessTemplate');

const stepSchema = z.object({
  id: z.string(),
  seq: z.number(),
  name: z.string(),
  basis: z.enum(['goal', 'prev']),
  offsetDays: z.number(),
  requiredArtifacts: z.array(z.object({ kind: z.string(), description: z.string().optional() })),
  dependsOn: z.array(z.string()),
});

/** A template as clients see it. */
export const templateSchema = z
  .object({ id: z.string(), name: z.string(), stepTemplates: z.array(stepSchema), createdAt: z.string() })
  .openapi('ProcessTemplate');

/** The body that starts a case. */
export const startCaseSchema = z.strictObject({ goalDate: plainDate, name: shortText.optional() });

/** A case as clients see it, with what there is to say about its dates. */
export const caseSchema = z
  .object({
    id: z.string(),
    templateId: z.string(),
    name: z.string(),
    goalDate: plainDate,
    version: z.number(),
    createdAt: z.string(),
    steps: z.array(
      stepSchema.extend({
        dueDate: plainDate,
        status: z.enum(stepStatuses),
        locked: z.boolean(),
        assignee: z.string().nullable(),
      }),
    ),
    warnings: z.array(z.object({ seq: z.number(), class: z.string() })),
    criticalPath: z.array(z.number()),
  })
  .openapi('Case');

/** The body that asks what another goal date would move. */
export const previewReplanSchema = z.strictObject({ goalDate: plainDate });

/** The body that moves a case. */
export const applyReplanSchema = previewReplanSchema.extend({ version: z.int().min(1) });

/** A case as it would be or has become, and which steps that moves. */
export const replanSchema = z
  .object({
    case: caseSchema,
    moves: z.array(z.object({ stepId: z.string(), from: plainDate, to: plainDate })),
  })
  .openapi('Replan');

/** The body that changes a step. */
export const changeStepSchema = z.strictObject({
  version: z.int().min(1),
  status: z.enum(stepStatuses).optional(),
  locked: z.boolean().optional(),
  assignee: shortText.nullable().optional(),
  dueDate: plainDate.optional(),
});

/** How lists are read. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(20).optional(),
});

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), cursor: z.string().nullable() });

/** A JSON body that must be there. */
export const body = <T extends z.ZodType>(schema: T) => ({
  content: { 'application/json': { schema } },
  required: true,
});

/** A JSON answer. */
export const answer = <T extends z.ZodType>(schema: T, description: string) => ({
  content: { 'application/json': { schema } },
  description,
});

/** An answer that is sent while it is made. */
export const streamed = (type: 'text/event-stream' | 'application/x-ndjson', description: string) => ({
  content: { [type]: { schema: z.string() } },
  description,
});

/** What every route may answer when it refuses. */
export const problems = {
  default: { content: { 'application/problem+json': { schema: problemSchema } }, description: 'A problem' },
};
