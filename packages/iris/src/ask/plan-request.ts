import {
  type BuiltRequest,
  buildRequest,
  codeInterpreterTool,
  type HostedTool,
  type ModelRegistry,
  resolveModel,
  type ResolvedModel,
  webSearchTool,
  type ModelEntry,
  ResponsesError,
} from '@sekisho/responses';
import type { IrisArguments } from './iris-arguments.ts';
import type { IrisDefaults } from './iris-settings.ts';

/** A request that is ready to send, its model, and notes for the user about changed options. */
export type RequestPlan = {
  params: BuiltRequest['params'];
  entry: ResolvedModel['entry'];
  warnings: string[];
};

/** Turns arguments into a request. Throws `invalid_argument` before anything is sent or billed. */
export function planRequest(
  args: IrisArguments,
  { registry, now, defaults }: { registry: ModelRegistry; now: number; defaults: IrisDefaults },
): RequestPlan {
  const { model, entry, reasoningMode, notes } = resolveModel(registry, args.model ?? defaults.model, {
    now,
  });
  const input = args.input + (args.instructions ?? '');
  const limit = limitCost(args.maxCostUsd ?? defaults.maxCostUsd, { input, entry });
  const maxOutputTokens = Math.min(
    args.maxOutputTokens ?? defaults.maxOutputTokens,
    limit.maxOutputTokens,
    entry?.maxOutputTokens ?? Number.POSITIVE_INFINITY,
  );
  const { params, adjustments } = buildRequest({
    model,
    ...(entry ? { entry } : {}),
    input: args.input,
    parameters: {
      reasoning_effort: args.reasoningEffort ?? defaults.reasoningEffort,
      ...(args.verbosity === undefined ? {} : { verbosity: args.verbosity }),
      max_output_tokens: maxOutputTokens,
      tool_choice: 'auto',
      parallel_tool_calls: true,
    },
    hostedTools: chooseTools(args, defaults),
    ...(args.instructions === undefined ? {} : { instructions: args.instructions }),
    ...(args.background === true ? { background: true } : {}),
    reasoningMode,
    stream: args.background !== true,
  });
  const changes = adjustments.map(
    ({ param, from, to, why }) =>
      `${param}: "${from}" became ${to === undefined ? 'unset' : `"${to}"`}, because ${why}.`,
  );
  const ownNotes = args.model === undefined ? [] : notes;
  return { params, entry, warnings: [...ownNotes, ...changes, ...limit.notes] };
}

function chooseTools(args: IrisArguments, defaults: IrisDefaults): HostedTool[] {
  const tools: HostedTool[] = [];
  if (args.useWebSearch !== false) {
    const { country, region, city, timezone } = args.userLocation ?? {};
    const location = {
      ...(country === undefined ? {} : { country }),
      ...(region === undefined ? {} : { region }),
      ...(city === undefined ? {} : { city }),
      ...(timezone === undefined ? {} : { timezone }),
    };
    tools.push(
      webSearchTool({
        contextSize: args.searchContextSize ?? defaults.searchContextSize,
        ...(args.allowedDomains === undefined ? {} : { allowedDomains: args.allowedDomains }),
        ...(args.userLocation === undefined ? {} : { location }),
      }),
    );
  }
  if (args.useCodeInterpreter === true) tools.push(codeInterpreterTool());
  return tools;
}

// A token is at least one byte of text, so this is an upper bound of the input tokens.
const countAtMost = (text: string): number => Buffer.byteLength(text, 'utf8');
const MIN_OUTPUT_TOKENS = 16;

/** Returns the maximum of output tokens that keeps the call within the budget; infinite without a budget. */
function limitCost(
  budgetUsd: number | undefined,
  { input, entry }: { input: string; entry: ModelEntry | undefined },
): { maxOutputTokens: number; notes: string[] } {
  if (budgetUsd === undefined) return { maxOutputTokens: Number.POSITIVE_INFINITY, notes: [] };
  const price = entry?.price;
  if (!price) {
    throw refuse(
      'The price of this model is unknown, so the budget cannot be enforced. Leave out maxCostUsd or choose a model from iris://models.',
    );
  }
  const left = budgetUsd - (countAtMost(input) * price.input) / 1_000_000;
  const maxOutputTokens = Math.floor((left * 1_000_000) / price.output);
  if (maxOutputTokens < MIN_OUTPUT_TOKENS) {
    throw refuse(
      `A budget of ${budgetUsd} USD does not cover this question. Raise maxCostUsd or shorten the input.`,
    );
  }
  const note = `The answer is limited to ${maxOutputTokens} tokens by the budget of ${budgetUsd} USD (prices of ${price.asOf}; earlier turns and tool fees are not counted).`;
  return { maxOutputTokens, notes: [note] };
}

function refuse(message: string): ResponsesError {
  return new ResponsesError('invalid_argument', message, { upstream: { param: 'maxCostUsd' } });
}
