import { z } from '@hono/zod-openapi';
import { MAX_OFFSET_DAYS } from '../domain/process-step.ts';
import { stepStatuses } from '../domain/process-case.ts';
import { feedbackRatings } from '../domain/conversation.ts';
import { problemSchema } from './problem.ts';
import { strictObject } from './strict-object.ts';

// A lone surrogate cannot be sent or stored unchanged.
const wellFormed = z.string().refine((text) => text.isWellFormed());
const shortText = wellFormed.trim().min(1).max(200);
const longText = wellFormed.max(4000);
const plainDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .openapi({ example: '2027-03-31' });

const time = z.iso.datetime().openapi({ example: '2026-11-17T05:00:00.000Z' });
const version = z.int().min(1).openapi({ example: 1 });

const sessionContextSchema = strictObject({
  industry: longText.optional(),
  processType: longText.optional(),
  goal: longText.optional(),
  region: longText.optional(),
  compliance: longText.optional(),
  additionalContext: longText.optional(),
}).openapi('SessionContext', { example: { industry: '製造業', processType: '採用' } });

/** The body that creates a session. */
export const createSessionSchema = strictObject({
  context: sessionContextSchema.default({}),
  title: shortText.optional(),
}).openapi({ example: { context: { industry: '製造業', processType: '採用' }, title: '中途採用' } });

/** The body that changes a session. Null removes the title. */
export const changeSessionSchema = strictObject({
  version,
  title: shortText.nullable().optional(),
  context: sessionContextSchema.optional(),
}).openapi({ example: { version: 1, title: '中途採用（2027年春）' } });

/** A session in the API. */
export const sessionSchema = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    context: sessionContextSchema,
    version,
    createdAt: time,
  })
  .openapi('Session');

/** The body of a message. */
export const postMessageSchema = strictObject({
  message: wellFormed.max(8000).refine((text) => text.trim() !== '', 'Must not be blank'),
}).openapi({ example: { message: 'エンジニアの中途採用を計画したいです。' } });

/** The body that rates a response. */
export const rateMessageSchema = strictObject({
  rating: z.enum(feedbackRatings),
  comment: wellFormed.trim().min(1).max(2000).nullable().optional(),
}).openapi({ example: { rating: 'bad', comment: '期限の質問が抜けています。' } });

const artifactSchema = strictObject({
  kind: wellFormed.min(1).max(200),
  description: wellFormed.max(2000).optional(),
});

const createStepSchema = strictObject({
  seq: z.int().min(1).max(500),
  name: shortText,
  basis: z.enum(['goal', 'prev']),
  offsetDays: z.int().min(-MAX_OFFSET_DAYS).max(MAX_OFFSET_DAYS),
  requiredArtifacts: z.array(artifactSchema).max(50).optional(),
  dependsOn: z.array(z.int()).max(500).optional(),
}).openapi('CreateStepTemplate');

const stepsSchema = z.array(createStepSchema).max(500);
const exampleSteps = [
  { seq: 1, name: '採用要件の定義', basis: 'goal' as const, offsetDays: -30 },
  { seq: 2, name: '面接', basis: 'prev' as const, offsetDays: 10, dependsOn: [1] },
];

/** The body that creates a template. */
export const createTemplateSchema = strictObject({ name: shortText, stepTemplates: stepsSchema }).openapi(
  'CreateProcessTemplate',
  { example: { name: '中途採用', stepTemplates: exampleSteps } },
);

/** The body that changes a template. Steps are replaced as a whole. */
export const changeTemplateSchema = strictObject({
  version,
  name: shortText.optional(),
  stepTemplates: stepsSchema.optional(),
}).openapi({ example: { version: 1, name: '中途採用（エンジニア）' } });

const stepSchema = z.object({
  id: z.string(),
  seq: z.number(),
  name: z.string(),
  basis: z.enum(['goal', 'prev']),
  offsetDays: z.number(),
  requiredArtifacts: z.array(z.object({ kind: z.string(), description: z.string().optional() })),
  dependsOn: z.array(z.string()),
});

/** A template in the API. */
export const templateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    stepTemplates: z.array(stepSchema),
    version,
    createdAt: time,
  })
  .openapi('ProcessTemplate');

/** The body that starts a case. */
export const startCaseSchema = strictObject({ goalDate: plainDate, name: shortText.optional() }).openapi({
  example: { goalDate: '2027-03-31', name: '2027年春の採用' },
});

/** The body that renames a case. */
export const changeCaseSchema = strictObject({ version, name: shortText }).openapi({
  example: { version: 1, name: '2027年春の採用（東京）' },
});

/** A case in the API, with its warnings and critical path. */
export const caseSchema = z
  .object({
    id: z.string(),
    templateId: z.string(),
    name: z.string(),
    goalDate: plainDate,
    version,
    createdAt: time,
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

/** The body that previews another goal date. */
export const previewReplanSchema = strictObject({ goalDate: plainDate }).openapi({
  example: { goalDate: '2027-04-30' },
});

/** The body that replans a case. */
export const applyReplanSchema = strictObject({ goalDate: plainDate, version }).openapi({
  example: { goalDate: '2027-04-30', version: 1 },
});

/** A replanned case, and the steps that move. */
export const replanSchema = z
  .object({
    case: caseSchema,
    moves: z.array(z.object({ stepId: z.string(), from: plainDate, to: plainDate })),
  })
  .openapi('Replan');

/** The body that changes a step. */
export const changeStepSchema = strictObject({
  version,
  status: z.enum(stepStatuses).optional(),
  locked: z.boolean().optional(),
  assignee: shortText.nullable().optional(),
  dueDate: plainDate.optional(),
}).openapi({ example: { version: 1, status: 'doing', assignee: '佐藤' } });

/** The paging parameters of a list. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50).openapi({ example: 20 }),
  cursor: z.string().max(20).optional().openapi({ example: '41' }),
});

/** The paging and search parameters of a list. A blank text matches everything. */
export const searchQuerySchema = pageQuerySchema.extend({
  q: wellFormed.trim().max(200).optional().openapi({ example: '採用' }),
});

/** The version to delete. Another current version is a conflict. */
export const versionQuerySchema = z.object({
  version: z.coerce.number().int().min(1).optional().openapi({ example: 1 }),
});

/** An id in a URL. */
export const idSchema = z.string().max(64).openapi({ example: '0b9a3c1e-5f0d-4e0b-9a55-2f6f3a1f7c10' });

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), cursor: z.string().nullable() });

/** A required JSON body. */
export const body = <T extends z.ZodType>(schema: T) => ({
  content: { 'application/json': { schema } },
  required: true,
});

/** A JSON response. */
export const answer = <T extends z.ZodType>(schema: T, description: string) => ({
  content: { 'application/json': { schema } },
  description,
});

/** The response to a deletion. */
export const deleted = { 204: { description: 'Deleted' } };

/** A streamed response. */
export const streamed = (type: 'text/event-stream' | 'application/x-ndjson', description: string) => ({
  content: { [type]: { schema: z.string() } },
  description,
});

/** The error response of every route. */
export const problems = {
  default: { content: { 'application/problem+json': { schema: problemSchema } }, description: 'A problem' },
};
