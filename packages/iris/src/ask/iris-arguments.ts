import type { ContinuityMode, Effort } from '@sekisho/responses';
import { z } from 'zod';
import { optionalArgument } from './optional-argument.ts';

// The values are repeated here so that listing the tools does not load the kernel; the types keep both lists equal.
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
  searchContextSize: optionalArgument(z.enum(SIZES)).describe(
    'How much of the web the search reads. Default: medium.',
  ),
  reasoningEffort: optionalArgument(z.enum(EFFORTS)).describe(
    'How hard the model thinks. Default: medium. Adjusted, and said so, when the model cannot.',
  ),
  model: optionalArgument(z.string().max(200)).describe(
    'A model id, or one of auto, fast, deep, pro. gpt-5 and o3 still work as long as OpenAI serves them. ' +
      'See the resource iris://models. Default: auto.',
  ),
  useCodeInterpreter: optionalArgument(z.boolean()).describe(
    'Lets the model run Python in a sandbox at OpenAI. Default: false.',
  ),
  previous_response_id: optionalArgument(z.string().max(1000)).describe(
    'Previous OpenAI response ID for conversation continuity. ' +
      'Valid for 30 days from creation. Enables context preservation ' +
      'across multiple tool calls. Use the Response ID from previous iris tool response.',
  ),
  useWebSearch: optionalArgument(z.boolean()).describe('Lets the model search the web. Default: true.'),
  allowedDomains: optionalArgument(z.array(z.string().min(1).max(253)).max(100)).describe(
    'Search only these domains and their subdomains, for example ["go.jp"].',
  ),
  userLocation: optionalArgument(
    z.object({
      country: optionalArgument(z.string().length(2)).describe('Two letters, for example JP.'),
      region: optionalArgument(z.string().max(100)),
      city: optionalArgument(z.string().max(100)),
      timezone: optionalArgument(z.string().max(100)).describe('For example Asia/Tokyo.'),
    }),
  ).describe('Where the search takes place; without it OpenAI assumes the United States.'),
  verbosity: optionalArgument(z.enum(SIZES)).describe('How long the answer is. Default: medium.'),
  instructions: optionalArgument(z.string().max(100_000)).describe(
    'How to answer. Not carried over by a conversation: send it with every turn.',
  ),
  continuity: optionalArgument(z.enum(MODES)).describe(
    'Who remembers the conversation: server (OpenAI), local (this server, nothing is stored at OpenAI), ' +
      'auto (OpenAI, and this server when OpenAI has forgotten).',
  ),
  background: optionalArgument(z.boolean()).describe(
    'Starts the work and returns at once; fetch the answer with iris_result. Default: false.',
  ),
  maxOutputTokens: optionalArgument(z.int().min(16).max(128_000)).describe(
    'Limits thinking and answer together.',
  ),
  maxCostUsd: optionalArgument(z.number().positive()).describe(
    'Limits what this call may cost, by the known price list. The call is refused if it cannot fit.',
  ),
});

/** The parsed arguments of a caller. */
export type IrisArguments = z.output<typeof irisArgumentsSchema>;

const questionSchema = irisArgumentsSchema.pick({ input: true, previous_response_id: true });

/** Returns the schema for these arguments. Most calls contain only an input, and checking each absent field costs time. */
export function chooseArgumentsSchema(parameters: unknown): z.ZodType<IrisArguments> {
  if (typeof parameters !== 'object' || parameters === null) return irisArgumentsSchema;
  for (const name in parameters) if (!Object.hasOwn(questionSchema.shape, name)) return irisArgumentsSchema;
  return questionSchema;
}
