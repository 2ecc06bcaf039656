/** What a path of the dispatch API asks of a plugin, and how many items of the answer may wait. */
export type Action = { type: 'model' | 'agent_strategy'; action: string; queueLimit: number };

const model = (action: string, queueLimit = 1): Action => ({ type: 'model', action, queueLimit });

/** The paths under `dispatch/`, with the queue lengths of the daemon. */
export const ACTIONS: ReadonlyMap<string, Action> = new Map([
  // A full queue makes the daemon wait for the reader, so nothing of a model's answer is lost.
  ['llm/invoke', model('invoke_llm', Number.POSITIVE_INFINITY)],
  ['llm/num_tokens', model('get_llm_num_tokens')],
  ['model/validate_provider_credentials', model('validate_provider_credentials')],
  ['model/validate_model_credentials', model('validate_model_credentials')],
  ['model/schema', model('get_ai_model_schemas')],
  // Here it does not wait: what is beyond the queue is gone.
  ['agent_strategy/invoke', { type: 'agent_strategy', action: 'invoke_agent_strategy', queueLimit: 128 }],
]);
