import type { ProviderName } from '../contracts/provider-name.ts';
import { OpenAIChatCompletionsModel, OpenAIResponsesModel } from '../sdk/upstream-openai.ts';
import { GuardedModel } from './guarded-model.ts';

/**
 * Where the model of an agent comes from: a provider, `default` for a model that is given by name or not at all (the model
 * provider of the runner, OpenAI's unless the host set another), or `custom` for a model object of the host's.
 */
export type ModelOrigin = ProviderName | 'default' | 'custom';

/** Tells where the model of an agent comes from. */
export function providerOfModel(model: unknown): ModelOrigin {
  if (model === undefined || typeof model === 'string') return 'default';
  if (model instanceof GuardedModel) return model.provider;
  const isOpenAi = model instanceof OpenAIResponsesModel || model instanceof OpenAIChatCompletionsModel;
  return isOpenAi ? 'openai' : 'custom';
}
