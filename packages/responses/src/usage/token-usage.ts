import { isRecord } from '../json/is-record.ts';
import { readNumber, readRecord } from '../json/read-field.ts';

/** The token counts of a response. A count that was not reported is 0. */
export type TokenUsage = {
  inputTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  totalTokens: number;
};

/** Reads the `usage` of a response. Returns undefined when there is none. */
export function readUsage(usage: unknown): TokenUsage | undefined {
  if (!isRecord(usage)) return undefined;
  const inputTokens = count(usage, 'input_tokens') ?? count(usage, 'prompt_tokens');
  const outputTokens = count(usage, 'output_tokens') ?? count(usage, 'completion_tokens');
  const total = count(usage, 'total_tokens');
  if (inputTokens === undefined && outputTokens === undefined && total === undefined) return undefined;
  const inputDetails =
    readRecord(usage, 'input_tokens_details') ?? readRecord(usage, 'prompt_tokens_details') ?? {};
  const outputDetails =
    readRecord(usage, 'output_tokens_details') ?? readRecord(usage, 'completion_tokens_details') ?? {};
  return {
    inputTokens: inputTokens ?? 0,
    cachedTokens: count(inputDetails, 'cached_tokens') ?? 0,
    cacheWriteTokens: count(inputDetails, 'cache_write_tokens') ?? 0,
    outputTokens: outputTokens ?? 0,
    reasoningTokens: count(outputDetails, 'reasoning_tokens') ?? 0,
    totalTokens: total ?? (inputTokens ?? 0) + (outputTokens ?? 0),
  };
}

function count(record: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = readNumber(record, name);
  return value === undefined || value < 0 ? undefined : Math.trunc(value);
}
