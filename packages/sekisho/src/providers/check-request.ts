import type { AgentOutputItem, ModelRequest } from '../openai-agents/upstream.ts';
import { CAPABILITY_TABLE, FEATURE_NAMES, FEATURES, type Feature } from './capability-table.ts';
import { providerFailure } from './provider-failure.ts';
import type { ProviderConnection, ProviderName } from './provider-types.ts';

const ASKS: Readonly<Partial<Record<Feature, (request: ModelRequest) => boolean>>> = {
  toolChoiceRequired: ({ modelSettings }) => modelSettings.toolChoice === 'required',
  toolChoiceNone: ({ modelSettings }) => modelSettings.toolChoice === 'none',
  toolChoiceNamed: ({ modelSettings: { toolChoice } }) =>
    toolChoice !== undefined && !['auto', 'required', 'none'].includes(toolChoice),
  singleToolCall: ({ modelSettings }) => modelSettings.parallelToolCalls === false,
  structuredOutput: ({ outputType }) => outputType !== 'text',
  reasoningEffort: ({ modelSettings }) => isSet(modelSettings.reasoning?.effort),
  penalties: ({ modelSettings }) =>
    isSet(modelSettings.frequencyPenalty) || isSet(modelSettings.presencePenalty),
  verbosity: ({ modelSettings }) => isSet(modelSettings.text?.verbosity),
  promptCaching: ({ modelSettings }) =>
    isSet(modelSettings.promptCacheRetention) || isSet(modelSettings.promptCacheOptions),
  store: ({ modelSettings }) => modelSettings.store === true,
  conversationState: ({ previousResponseId, conversationId }) =>
    isSet(previousResponseId) || isSet(conversationId),
  promptTemplates: ({ prompt }) => isSet(prompt),
  hostedTools: ({ tools }) => tools.some((tool) => tool.type !== 'function'),
};

/** Throws when a request uses a setting that the provider would ignore, because a policy may depend on it. */
export function refuseUnsupported(request: ModelRequest, { provider, api }: ProviderConnection): void {
  const { features, maxTemperature, reasoningEfforts } = CAPABILITY_TABLE[provider];
  const refuse = (setting: string, reason = 'not supported') => {
    const what = `does not support ${setting}: ${reason}. Remove the setting or choose another provider.`;
    throw providerFailure(provider, 'setting', what);
  };
  for (const feature of FEATURE_NAMES) {
    if (!ASKS[feature]?.(request)) continue;
    const { support, note, onlyWith } = features[feature];
    if (support === 'refused') refuse(FEATURES[feature], note);
    if (onlyWith === 'responses' && api === 'chat') refuse(FEATURES[feature], 'it requires api: "responses"');
  }
  const { temperature = 0, reasoning } = request.modelSettings;
  if (maxTemperature !== undefined && temperature > maxTemperature)
    refuse(`temperature: ${temperature}`, `the maximum is ${maxTemperature}`);
  const effort = reasoning?.effort ?? undefined;
  if (reasoningEfforts && effort !== undefined && !reasoningEfforts.includes(effort))
    refuse(`reasoning.effort: "${effort}"`, `the supported values are ${reasoningEfforts.join(', ')}`);
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * Throws when the tool calls of a response violate the settings of the request. Servers do not always respect these
 * settings.
 */
export function checkToolCalls(
  output: readonly AgentOutputItem[],
  request: ModelRequest,
  provider: ProviderName,
): void {
  const names = output.flatMap((item) => (item.type === 'function_call' ? [item.name] : []));
  const problem = findToolCallProblem(names, request.modelSettings);
  if (problem === undefined) return;
  const what = `${problem}. No tool was executed. Choose another model or remove the setting.`;
  throw providerFailure(provider, 'tool-choice', what);
}

function findToolCallProblem(
  names: readonly string[],
  { toolChoice, parallelToolCalls }: ModelRequest['modelSettings'],
): string | undefined {
  if (parallelToolCalls === false && names.length > 1)
    return `made ${names.length} tool calls although parallelToolCalls is false`;
  switch (toolChoice) {
    case undefined:
    case 'auto':
      return undefined;
    case 'none':
      return names.length > 0 ? 'called a tool although toolChoice is "none"' : undefined;
    case 'required':
      return names.length === 0 ? 'called no tool although toolChoice is "required"' : undefined;
    default: {
      const isAsRequired = names.length > 0 && names.every((name) => name === toolChoice);
      return isAsRequired ? undefined : `did not call "${toolChoice}" as toolChoice requires`;
    }
  }
}
