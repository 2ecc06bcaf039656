import {
  type BuiltRequest,
  buildRequest,
  codeInterpreterTool,
  type HostedTool,
  type ModelRegistry,
  resolveModel,
  type ResolvedModel,
  webSearchTool,
} from '@sekisho/responses';
import type { IrisArguments } from './iris-arguments.ts';
import type { IrisDefaults } from './iris-settings.ts';
import { limitCost } from './limit-cost.ts';

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
    limit?.maxOutputTokens ?? Number.POSITIVE_INFINITY,
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
  return { params, entry, warnings: [...ownNotes, ...changes, ...(limit ? [limit.note] : [])] };
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
