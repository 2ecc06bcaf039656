import type { ResponsesClient, CallOptions, ReasoningCache, RunResult } from '@sekisho/responses';
import type { Payload } from './payloads.ts';

/** Where a payload goes, and whose reasoning goes with it. */
export type PayloadRun = {
  readonly client: ResponsesClient;
  readonly apiKey: string;
  readonly reasoning: ReasoningCache;
};

/** Sends a payload with the reasoning that led to its tool calls, and remembers the new reasoning for the next round. */
export async function runPayload(
  { params, input }: Payload,
  { client, apiKey, reasoning }: PayloadRun,
  options: CallOptions,
): Promise<RunResult> {
  const restored = reasoning.restore(apiKey, input);
  let result = await client.run({ ...params, input: restored }, options);
  // Another model or another project cannot read it; without it the model thinks again.
  if (!result.ok && restored.length > input.length && result.error.code === 'invalid_request') {
    result = await client.run(params, options);
  }
  if (result.ok) reasoning.remember(apiKey, result.outcome.items);
  return result;
}
