import type { ModelRequest } from '../sdk/upstream.ts';
import { CAPABILITY_TABLE, FEATURE_NAMES, FEATURES } from './capability-table.ts';
import type { Feature } from './capability-table.ts';
import type { ProviderConnection } from './provider-connection.ts';
import { providerFailure } from './provider-failure.ts';

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
export function refuseUnsupported(request: ModelRequest, connection: ProviderConnection): void {
  const { provider } = connection;
  const { features, maxTemperature, reasoningEfforts } = CAPABILITY_TABLE[provider];
  for (const feature of FEATURE_NAMES) {
    if (!ASKS[feature]?.(request)) continue;
    const { support, note, onlyWith } = features[feature];
    if (support === 'refused') throw refusal(connection, FEATURES[feature], note);
    if (onlyWith === 'responses' && connection.api === 'chat') {
      throw refusal(connection, FEATURES[feature], 'it requires api: "responses"');
    }
  }
  const { temperature, reasoning } = request.modelSettings;
  if (maxTemperature !== undefined && temperature !== undefined && temperature > maxTemperature) {
    throw refusal(connection, `temperature: ${temperature}`, `the maximum is ${maxTemperature}`);
  }
  const effort = reasoning?.effort;
  if (reasoningEfforts && typeof effort === 'string' && !reasoningEfforts.includes(effort)) {
    throw refusal(
      connection,
      `reasoning.effort: "${effort}"`,
      `the supported values are ${reasoningEfforts.join(', ')}`,
    );
  }
}

function refusal({ provider }: ProviderConnection, setting: string, reason = 'not supported'): Error {
  return providerFailure(
    provider,
    'setting',
    `Provider "${provider}" does not support ${setting}: ${reason}. Remove the setting or choose another provider.`,
  );
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
