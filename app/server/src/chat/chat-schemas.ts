import { z } from '@hono/zod-openapi';
import { shortTextSchema, timestampSchema, versionSchema, wellFormedSchema } from '../http/http-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { feedbackRatings } from './conversation/conversation.ts';

const longText = wellFormedSchema.max(4000);

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
  title: shortTextSchema.optional(),
}).openapi({ example: { context: { industry: '製造業', processType: '採用' }, title: '中途採用' } });

/** The body that changes a session. Null removes the title. */
export const changeSessionSchema = strictObject({
  version: versionSchema,
  title: shortTextSchema.nullable().optional(),
  context: sessionContextSchema.optional(),
}).openapi({ example: { version: 1, title: '中途採用（2027年春）' } });

/** A session in the API. */
export const sessionSchema = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    context: sessionContextSchema,
    version: versionSchema,
    createdAt: timestampSchema,
  })
  .openapi('Session');

/** The body of a message. */
export const postMessageSchema = strictObject({
  message: wellFormedSchema.max(8000).refine((text) => text.trim() !== '', 'Must not be blank'),
}).openapi({ example: { message: 'エンジニアの中途採用を計画したいです。' } });

/** The body that rates a response. */
export const rateMessageSchema = strictObject({
  rating: z.enum(feedbackRatings),
  comment: wellFormedSchema.trim().min(1).max(2000).nullable().optional(),
}).openapi({ example: { rating: 'bad', comment: '期限の質問が抜けています。' } });
