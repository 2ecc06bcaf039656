import type { ContinuityMode, Effort } from '@sekisho/responses';
import { z } from 'zod';

// Repeated here so that listing the tools does not load the whole kernel; the types keep them equal.
const EFFORTS = [
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
] as const satisfies readonly Effort[];
const MODES = ['server', 'local', 'auto'] as const satisfies readonly ContinuityMode[];
const SIZES = ['low', 'medium', 'high'] as const;

/** The arguments of the tool `iris`. */
export const irisArgumentsSchema = z.object({
  input: z
    .string()
    .min(1)
    .describe('The question or task for the OpenAI model, in any language. Give all the context it needs.'),
  searchContextSize: z
    .enum(SIZES)
    .optional()
    .describe('How much of the web the search reads. Default: medium.'),
  reasoningEffort: z
    .enum(EFFORTS)
    .optional()
    .describe('How hard the model thinks. Default: medium. Adjusted, and said so, when the model cannot.'),
  model: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'A model id, or one of auto, fast, deep, pro. gpt-5 and o3 still work as long as OpenAI serves them. ' +
        'See the resource iris://models. Default: auto.',
    ),
  useCodeInterpreter: z
    .boolean()
    .optional()
    .describe('Lets the model run Python in a sandbox at OpenAI. Default: false.'),
  previous_response_id: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe(
      'Previous OpenAI response ID for conversation continuity. ' +
        'Valid for 30 days from creation. Enables context preservation ' +
        'across multiple tool calls. Use the Response ID from previous iris tool response.',
    ),
  useWebSearch: z.boolean().optional().describe('Lets the model search the web. Default: true.'),
  allowedDomains: z
    .array(z.string().min(1).max(253))
    .max(100)
    .optional()
    .describe('Search only these domains and their subdomains, for example ["go.jp"].'),
  userLocation: z
    .object({
      country: z.string().length(2).optional().describe('Two letters, for example JP.'),
      region: z.string().max(100).optional(),
      city: z.string().max(100).optional(),
      timezone: z.string().max(100).optional().describe('For example Asia/Tokyo.'),
    })
    .optional()
    .describe('Where the search takes place; without it OpenAI assumes the United States.'),
  verbosity: z.enum(SIZES).optional().describe('How long the answer is. Default: medium.'),
  instructions: z
    .string()
    .max(100_000)
    .optional()
    .describe('How to answer. Not carried over by a conversation: send it with every turn.'),
  continuity: z
    .enum(MODES)
    .optional()
    .describe(
      'Who remembers the conversation: server (OpenAI), local (this server, nothing is stored at OpenAI), ' +
        'auto (OpenAI, and this server when OpenAI has forgotten).',
    ),
  background: z
    .boolean()
    .optional()
    .describe('Starts the work and returns at once; fetch the answer with iris_result. Default: false.'),
  maxOutputTokens: z.int().min(16).max(128_000).optional().describe('Limits thinking and answer together.'),
  maxCostUsd: z
    .number()
    .positive()
    .optional()
    .describe(
      'Limits what this call may cost, by the known price list. The call is refused if it cannot fit.',
    ),
});

/** What a caller asked for, after parsing. */
export type IrisArguments = z.output<typeof irisArgumentsSchema>;

const questionSchema = irisArgumentsSchema.pick({ input: true, previous_response_id: true });

/** The schema to parse these arguments with: most calls hold a question only, and a look at each absent field costs. */
export function chooseArgumentsSchema(parameters: unknown): z.ZodType<IrisArguments> {
  if (typeof parameters !== 'object' || parameters === null) return irisArgumentsSchema;
  for (const name in parameters) if (!Object.hasOwn(questionSchema.shape, name)) return irisArgumentsSchema;
  return questionSchema;
}
