import { z } from '@hono/zod-openapi';
import { shortTextSchema, timestampSchema, versionSchema, wellFormedSchema } from '../http/http-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { stepStatuses } from './cases/process-case.ts';
import { MAX_OFFSET_DAYS } from './templates/process-step.ts';

const plainDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .openapi({ example: '2027-03-31' });

const artifactSchema = strictObject({
  kind: wellFormedSchema.min(1).max(200),
  description: wellFormedSchema.max(2000).optional(),
});

const createStepSchema = strictObject({
  seq: z.int().min(1).max(500),
  name: shortTextSchema,
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
export const createTemplateSchema = strictObject({
  name: shortTextSchema,
  stepTemplates: stepsSchema,
}).openapi('CreateProcessTemplate', { example: { name: '中途採用', stepTemplates: exampleSteps } });

/** The body that changes a template. Steps are replaced as a whole. */
export const changeTemplateSchema = strictObject({
  version: versionSchema,
  name: shortTextSchema.optional(),
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
    version: versionSchema,
    createdAt: timestampSchema,
  })
  .openapi('ProcessTemplate');

/** The body that starts a case. */
export const startCaseSchema = strictObject({
  goalDate: plainDate,
  name: shortTextSchema.optional(),
}).openapi({
  example: { goalDate: '2027-03-31', name: '2027年春の採用' },
});

/** The body that renames a case. */
export const changeCaseSchema = strictObject({ version: versionSchema, name: shortTextSchema }).openapi({
  example: { version: 1, name: '2027年春の採用（東京）' },
});

/** A case in the API, with its warnings and critical path. */
export const caseSchema = z
  .object({
    id: z.string(),
    owner: z.string(),
    templateId: z.string(),
    name: z.string(),
    goalDate: plainDate,
    version: versionSchema,
    createdAt: timestampSchema,
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
export const applyReplanSchema = strictObject({ goalDate: plainDate, version: versionSchema }).openapi({
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
  version: versionSchema,
  status: z.enum(stepStatuses).optional(),
  locked: z.boolean().optional(),
  assignee: shortTextSchema.nullable().optional(),
  dueDate: plainDate.optional(),
}).openapi({ example: { version: 1, status: 'doing', assignee: '佐藤' } });
