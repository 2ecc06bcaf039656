import type { ProviderName } from './provider-name.ts';
import { OpenAIChatCompletionsModel, OpenAIResponsesModel } from '../sdk/upstream-openai.ts';
import { GuardedModel } from './guarded-model.ts';

/**
 * The origin of the model of an agent: a provider; `default` for a model that is given by name or not at all (the
 * model provider of the runner, OpenAI's unless the host set another); or `custom` for a model object of the host.
 */
export type ModelOrigin = ProviderName | 'default' | 'custom';

/** Returns the origin of the model of an agent. */
export function providerOfModel(model: unknown): ModelOrigin {
  if (model === undefined || typeof model === 'string') return 'default';
  if (model instanceof GuardedModel) return model.provider;
  const isOpenAi = model instanceof OpenAIResponsesModel || model instanceof OpenAIChatCompletionsModel;
  return isOpenAi ? 'openai' : 'custom';
}
