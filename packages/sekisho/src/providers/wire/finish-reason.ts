/** Why a response ended, with the values of OpenAI. `unknown` is a value that this package does not know. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'unknown';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
  safety: 'content_filter',
  recitation: 'content_filter',
  refusal: 'content_filter',
  error: 'error',
};

/** Normalizes the values of the providers. A filter may add text, as in `content_filter: SAFETY`. */
export function readFinishReason(spelling: string): FinishReason {
  const word = spelling.toLowerCase();
  if (Object.hasOwn(FINISH_REASONS, word)) return FINISH_REASONS[word] ?? 'unknown';
  return /filter|safety|blocklist|prohibited/.test(word) ? 'content_filter' : 'unknown';
}
