import { z } from 'zod';
import { answerWarnings } from './conversation/ai-conversation-error-code.ts';
import { feedbackRatings } from './conversation/conversation.ts';
import { AiChatSchemaId, templateErrorClasses } from './draft/template-draft.ts';

const feedbackSchema = z.object({
  rating: z.enum(feedbackRatings),
  comment: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
const warningsSchema = z.array(z.enum(answerWarnings));

/** One message of a conversation in the API. */
export const conversationMessageSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  warnings: warningsSchema,
  feedback: feedbackSchema.nullable(),
  createdAt: z.iso.datetime(),
});

// A model may write null for omitted values; a reply omits them.
const stepsSchema = z.array(
  z.object({
    seq: z.int(),
    name: z.string(),
    basis: z.enum(['goal', 'prev']),
    offsetDays: z.int(),
    requiredArtifacts: z.array(z.object({ kind: z.string(), description: z.string().optional() })).optional(),
    dependsOn: z.array(z.int()).optional(),
  }),
);
const documentSchema = z.object({
  schema: z.literal(AiChatSchemaId.ProcessTemplateV1),
  answer: z.string(),
  missing_information: z.array(z.string()).optional(),
  process_template_draft: z.object({ name: z.string().optional(), stepTemplates: stepsSchema }).optional(),
});

const templateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({
    status: z.literal('ok'),
    data: documentSchema,
    /** The body for `POST /process-templates` when there is a draft. */
    createDto: z.object({ name: z.string(), stepTemplates: stepsSchema }).optional(),
  }),
  z.object({
    status: z.literal('invalid'),
    errorClass: z.enum(templateErrorClasses),
    errorDetail: z.string(),
    errors: z.array(z.string()),
  }),
]);

/** The reply to a message: `content` as the model wrote it, `text` for people, and the draft if there is one. */
export const messageReplySchema = z.object({
  aiResponse: z.object({
    messageId: z.string(),
    content: z.string(),
    text: z.string(),
    isFallback: z.boolean(),
    /** True when the response needed a second model call. */
    isRepaired: z.boolean().optional(),
    /** The problems of the response. Empty when there are none. */
    warnings: warningsSchema,
    template: templateSchema,
  }),
  conversation: z.array(conversationMessageSchema),
  usage: z.object({ tokens: z.number(), costUsd: z.number() }),
});

/** The result of the use case. */
export type MessageReply = z.output<typeof messageReplySchema>;
