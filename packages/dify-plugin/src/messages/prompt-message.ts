import { z } from 'zod';

const partSchema = z.object({
  type: z.enum(['text', 'image', 'audio', 'video', 'document']),
  data: z.string().nullish(),
  url: z.string().nullish(),
  base64_data: z.string().nullish(),
  mime_type: z.string().nullish(),
  format: z.string().nullish(),
  detail: z.string().nullish(),
  filename: z.string().nullish(),
});

const textOrEmpty = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

/** A tool call that a model requested. Dify also sends incomplete calls, from stored chunks of a stream. */
export const promptToolCallSchema = z.object({
  id: textOrEmpty,
  type: textOrEmpty,
  function: z
    .object({ name: textOrEmpty, arguments: textOrEmpty })
    .nullish()
    .transform((called) => called ?? { name: '', arguments: '' }),
});

/** A message of a conversation, as Dify sends it; absent and null fields become empty. */
export const promptMessageSchema = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z
    .union([z.string(), z.array(partSchema)])
    .nullish()
    .transform((content) => content ?? ''),
  name: z.string().nullish(),
  tool_calls: z
    .array(promptToolCallSchema)
    .nullish()
    .transform((calls) => calls ?? []),
  tool_call_id: z.string().nullish(),
});

/** A tool that a model may call. */
export const promptToolSchema = z.object({
  name: z.string(),
  description: textOrEmpty,
  parameters: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((schema) => schema ?? {}),
});

/** One message of a conversation. */
export type PromptMessage = z.infer<typeof promptMessageSchema>;
/** A part of a message that is not plain text. */
export type PromptMessagePart = z.infer<typeof partSchema>;
/** A tool that a model may call. */
export type PromptTool = z.infer<typeof promptToolSchema>;
/** One call of a tool. */
export type PromptToolCall = z.infer<typeof promptToolCallSchema>;
