import { isRecord, type JsonRecord } from '../json/is-record.ts';
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
  const input = count(usage, 'input_tokens') ?? count(usage, 'prompt_tokens');
  const output = count(usage, 'output_tokens') ?? count(usage, 'completion_tokens');
  const total = count(usage, 'total_tokens');
  if (input === undefined && output === undefined && total === undefined) return undefined;
  const inputDetails = readEither(usage, 'input_tokens_details', 'prompt_tokens_details');
  const outputDetails = readEither(usage, 'output_tokens_details', 'completion_tokens_details');
  const inputTokens = input ?? 0;
  const outputTokens = output ?? 0;
  return {
    inputTokens,
    cachedTokens: count(inputDetails, 'cached_tokens') ?? 0,
    cacheWriteTokens: count(inputDetails, 'cache_write_tokens') ?? 0,
    outputTokens,
    reasoningTokens: count(outputDetails, 'reasoning_tokens') ?? 0,
    totalTokens: total ?? inputTokens + outputTokens,
  };
}

function readEither(usage: JsonRecord, name: string, chatName: string): JsonRecord {
  return readRecord(usage, name) ?? readRecord(usage, chatName) ?? {};
}

function count(record: JsonRecord, name: string): number | undefined {
  const value = readNumber(record, name);
  return value === undefined || value < 0 ? undefined : Math.trunc(value);
}
