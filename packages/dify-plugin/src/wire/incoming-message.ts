import { z } from 'zod';

const headSchema = z.object({
  session_id: z.string().min(1),
  conversation_id: z.string().nullish(),
  message_id: z.string().nullish(),
  app_id: z.string().nullish(),
  endpoint_id: z.string().nullish(),
  context: z.record(z.string(), z.unknown()).nullish(),
});

const requestSchema = headSchema.extend({
  event: z.literal('request'),
  data: z.looseObject({ type: z.string(), action: z.string(), user_id: z.string().nullish() }),
});

/** The schema of one response item of a call to Dify. */
export const backwardsResponseSchema = headSchema.extend({
  event: z.literal('backwards_response'),
  data: z.object({
    backwards_request_id: z.string().min(1),
    event: z.enum(['response', 'error', 'end']),
    message: z.string().nullish(),
    data: z.unknown().optional(),
  }),
});

const incomingMessageSchema = z.discriminatedUnion('event', [requestSchema, backwardsResponseSchema]);

const malformedRequestSchema = z
  .object({ session_id: z.string().min(1), event: z.literal('request') })
  .transform(({ session_id: id }) => ({ event: 'malformed' as const, session_id: id }));

/** A request of Dify with its context. */
export type IncomingRequest = z.infer<typeof requestSchema>;
/** One response item of a call to Dify. */
export type BackwardsResponse = z.infer<typeof backwardsResponseSchema>;
/** The messages of the daemon, and a request that cannot be served but needs a response. */
export type IncomingMessage = z.infer<typeof incomingMessageSchema> | z.infer<typeof malformedRequestSchema>;

/** Parses one line of the daemon; undefined when it is not a message, so that other output does not stop a plugin. */
export function readIncomingMessage(line: string): IncomingMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return incomingMessageSchema.safeParse(value).data ?? malformedRequestSchema.safeParse(value).data;
  } catch {
    return undefined;
  }
}
