/** The plugin action of a dispatch path, and the queue length of its response. */
export type Action = { type: 'model' | 'agent_strategy'; action: string; queueLimit: number };

const model = (action: string, queueLimit = 1): Action => ({ type: 'model', action, queueLimit });

/** The paths under `dispatch/`, with the queue lengths of the daemon. */
export const ACTIONS: ReadonlyMap<string, Action> = new Map([
  // With a full queue the daemon waits for the reader, so no part of a model's response is lost.
  ['llm/invoke', model('invoke_llm', Number.POSITIVE_INFINITY)],
  ['llm/num_tokens', model('get_llm_num_tokens')],
  ['model/validate_provider_credentials', model('validate_provider_credentials')],
  ['model/validate_model_credentials', model('validate_model_credentials')],
  ['model/schema', model('get_ai_model_schemas')],
  // Here the daemon does not wait: items beyond the queue are dropped.
  ['agent_strategy/invoke', { type: 'agent_strategy', action: 'invoke_agent_strategy', queueLimit: 128 }],
]);
