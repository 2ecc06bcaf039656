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
  wish: IrisArguments,
  { registry, now, defaults }: { registry: ModelRegistry; now: number; defaults: IrisDefaults },
): RequestPlan {
  const { model, entry, reasoningMode, notes } = resolveModel(registry, wish.model ?? defaults.model, {
    now,
  });
  const input = wish.input + (wish.instructions ?? '');
  const limit = limitCost(wish.maxCostUsd ?? defaults.maxCostUsd, { input, entry });
  const maxOutputTokens = Math.min(
    wish.maxOutputTokens ?? defaults.maxOutputTokens,
    limit?.maxOutputTokens ?? Number.POSITIVE_INFINITY,
    entry?.maxOutputTokens ?? Number.POSITIVE_INFINITY,
  );
  const { params, adjustments } = buildRequest({
    model,
    ...(entry ? { entry } : {}),
    input: wish.input,
    parameters: {
      reasoning_effort: wish.reasoningEffort ?? defaults.reasoningEffort,
      ...(wish.verbosity === undefined ? {} : { verbosity: wish.verbosity }),
      max_output_tokens: maxOutputTokens,
      tool_choice: 'auto',
      parallel_tool_calls: true,
    },
    hostedTools: chooseTools(wish, defaults),
    ...(wish.instructions === undefined ? {} : { instructions: wish.instructions }),
    ...(wish.background === true ? { background: true } : {}),
    reasoningMode,
    stream: wish.background !== true,
  });
  const changes = adjustments.map(
    ({ param, from, to, why }) =>
      `${param}: "${from}" became ${to === undefined ? 'unset' : `"${to}"`}, because ${why}.`,
  );
  const ownNotes = wish.model === undefined ? [] : notes;
  return { params, entry, warnings: [...ownNotes, ...changes, ...(limit ? [limit.note] : [])] };
}

function chooseTools(wish: IrisArguments, defaults: IrisDefaults): HostedTool[] {
  const tools: HostedTool[] = [];
  if (wish.useWebSearch !== false) {
    const { country, region, city, timezone } = wish.userLocation ?? {};
    const location = {
      ...(country === undefined ? {} : { country }),
      ...(region === undefined ? {} : { region }),
      ...(city === undefined ? {} : { city }),
      ...(timezone === undefined ? {} : { timezone }),
    };
    tools.push(
      webSearchTool({
        contextSize: wish.searchContextSize ?? defaults.searchContextSize,
        ...(wish.allowedDomains === undefined ? {} : { allowedDomains: wish.allowedDomains }),
        ...(wish.userLocation === undefined ? {} : { location }),
      }),
    );
  }
  if (wish.useCodeInterpreter === true) tools.push(codeInterpreterTool());
  return tools;
}
