import type { ResponseOutputItem, ResponseUsage } from 'openai/resources/responses/responses';
import type { Effort } from '../../models/effort.ts';
import { countTokens } from './count-tokens.ts';

const CACHE_BLOCK = 128;
const CACHE_MINIMUM = 1024;
const REASONING: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 0,
  low: 64,
  medium: 192,
  high: 512,
  xhigh: 1024,
  max: 2048,
};

/** Returns the usage of a response. History counts as input, and as cached input when it is long enough. */
export function makeUsage(facts: {
  historyText: string;
  inputText: string;
  output: readonly ResponseOutputItem[];
  effort: Effort;
}): ResponseUsage {
  const historyTokens = countTokens(facts.historyText);
  const inputTokens = historyTokens + countTokens(facts.inputText);
  const cacheable = Math.floor(historyTokens / CACHE_BLOCK) * CACHE_BLOCK;
  const reasoningTokens = REASONING[facts.effort];
  const outputTokens = reasoningTokens + countTokens(facts.output.map((item) => readWords(item)).join(''));
  return {
    input_tokens: inputTokens,
    input_tokens_details: {
      cached_tokens: cacheable >= CACHE_MINIMUM ? cacheable : 0,
      cache_write_tokens: 0,
    },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}

function readWords(item: ResponseOutputItem): string {
  if (item.type === 'message') {
    return item.content.map((part) => (part.type === 'output_text' ? part.text : part.refusal)).join('');
  }
  if (item.type === 'function_call') return item.name + item.arguments;
  if (item.type === 'code_interpreter_call') return item.code ?? '';
  return '';
}
