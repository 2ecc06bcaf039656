import { z } from 'zod';
import { MAX_OFFSET_DAYS } from '../domain/process-step.ts';

/** The id of the one structured answer that the chat knows. */
export const AiChatSchemaId = { ProcessTemplateV1: 'ai_chat_process_template.v1' } as const;

/** One of the ids of structured answers. */
export type AiChatSchemaId = (typeof AiChatSchemaId)[keyof typeof AiChatSchemaId];

// Models that must name every key write null for what they leave out.
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

/** One step of a draft; minus zero is a way to write zero. */
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

/** The structured answer; keys that it does not name are left out. */
export const aiChatProcessTemplateSchema = z.object({
  schema: z.literal(AiChatSchemaId.ProcessTemplateV1),
  answer: z.string(),
  missing_information: optional(z.array(z.string())),
  process_template_draft: optional(
    z.object({ name: optional(nameSchema), stepTemplates: z.array(stepDraftSchema) }),
  ),
});

/** A structured answer after parsing. */
export type AiChatProcessTemplateJson = z.output<typeof aiChatProcessTemplateSchema>;

/** The five classes of a draft that cannot be used; they never change. */
export const templateErrorClasses = [
  'MissingFence',
  'NonJsonFence',
  'JsonParseError',
  'SchemaMismatch',
  'ValidationFailed',
] as const;

/** One of the five classes. */
export type TemplateErrorClass = (typeof templateErrorClasses)[number];

/** What was found at the end of an answer; `errorDetail` refines the class and may grow. */
export type TemplateDraftParseResult =
  | { ok: true; schema: AiChatSchemaId; data: AiChatProcessTemplateJson }
  | {
      ok: false;
      schema?: AiChatSchemaId;
      errorClass: TemplateErrorClass;
      errorDetail: string;
      errors: string[];
    };
