import { z } from 'zod';
import { MAX_OFFSET_DAYS } from '../../processes/templates/process-step.ts';

/** The schema id of the structured part of a response. */
export const AiChatSchemaId = { ProcessTemplateV1: 'ai_chat_process_template.v1' } as const;

/** One of the schema ids. */
export type AiChatSchemaId = (typeof AiChatSchemaId)[keyof typeof AiChatSchemaId];

// Models that must write every key write null for omitted values.
const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);

const nameSchema = z
  .string()
  .max(200)
  .refine((text) => text.trim() !== '', 'must not be blank');

const artifactSchema = z.object({
  kind: z.string().min(1).max(200),
  description: optional(z.string().max(2000)),
});

/** One step of a draft. Minus zero is accepted as zero. */
const stepDraftSchema = z.object({
  seq: z.int().min(1),
  name: nameSchema,
  basis: z.enum(['goal', 'prev']),
  offsetDays: z
    .int()
    .min(-MAX_OFFSET_DAYS)
    .max(MAX_OFFSET_DAYS)
    .transform((days) => days + 0),
  requiredArtifacts: optional(z.array(artifactSchema).max(50)),
  dependsOn: optional(z.array(z.int()).max(500)),
});

/** The structured part of a response. Unknown keys are removed. */
export const aiChatProcessTemplateSchema = z.object({
  schema: z.literal(AiChatSchemaId.ProcessTemplateV1),
  answer: z.string(),
  missing_information: optional(z.array(z.string())),
  process_template_draft: optional(
    z.object({ name: optional(nameSchema), stepTemplates: z.array(stepDraftSchema) }),
  ),
});

/** The structured part of a response after parsing. */
export type AiChatProcessTemplateJson = z.output<typeof aiChatProcessTemplateSchema>;

/** The five error classes of an invalid draft. They are stable. */
export const templateErrorClasses = [
  'MissingFence',
  'NonJsonFence',
  'JsonParseError',
  'SchemaMismatch',
  'ValidationFailed',
] as const;

/** One of the five error classes. */
export type TemplateErrorClass = (typeof templateErrorClasses)[number];

/** The result of parsing the end of a response. `errorDetail` refines the class; details can be added. */
export type TemplateDraftParseResult =
  | { ok: true; schema: AiChatSchemaId; data: AiChatProcessTemplateJson }
  | {
      ok: false;
      schema?: AiChatSchemaId;
      errorClass: TemplateErrorClass;
      errorDetail: string;
      errors: string[];
    };
