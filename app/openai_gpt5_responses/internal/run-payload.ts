import type { ResponsesClient, CallOptions, ReasoningCache, RunResult } from '@sekisho/responses';
import type { Payload } from './payloads.ts';

/** The client of a payload and the cache of its reasoning. */
export type PayloadRun = {
  readonly client: ResponsesClient;
  readonly apiKey: string;
  readonly reasoning: ReasoningCache;
};

/** Sends a payload with the reasoning of its tool calls, and caches the new reasoning for the next round. */
export async function runPayload(
  { params, input }: Payload,
  { client, apiKey, reasoning }: PayloadRun,
  options: CallOptions,
): Promise<RunResult> {
  const restored = reasoning.restore(apiKey, input);
  let result = await client.run({ ...params, input: restored }, options);
  // Another model or project cannot read the reasoning; without it the model reasons again.
  if (!result.ok && restored.length > input.length && result.error.code === 'invalid_request') {
    result = await client.run(params, options);
  }
  if (result.ok) reasoning.remember(apiKey, result.outcome.items);
  return result;
}
