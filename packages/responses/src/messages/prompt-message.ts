import { z } from 'zod';

const contentPartSchema = z.union([
  z.object({ type: z.literal('text'), data: z.string() }),
  z.object({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() }),
]);

const contentSchema = z
  .union([z.string(), z.array(contentPartSchema)])
  .nullish()
  .transform((content) => content ?? '');

const toolCallSchema = z.object({
  id: z.string().default(''),
  type: z.literal('function').default('function'),
  function: z.object({ name: z.string(), arguments: z.string().default('') }),
});

/** The schema of one prompt message of a chat platform. */
export const promptMessageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['user', 'system', 'developer']), content: contentSchema }),
  z.object({
    role: z.literal('assistant'),
    content: contentSchema,
    tool_calls: z
      .array(toolCallSchema)
      .nullish()
      .transform((calls) => calls ?? []),
  }),
  z.object({ role: z.literal('tool'), content: contentSchema, tool_call_id: z.string() }),
]);

/** A parsed prompt message. */
export type PromptMessage = z.output<typeof promptMessageSchema>;

/** The content of a prompt message. */
export type PromptContent = PromptMessage['content'];

/** A tool call inside an assistant's message. */
export type PromptToolCall = z.output<typeof toolCallSchema>;
