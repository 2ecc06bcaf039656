import type {
  CheckPollingRequest,
  InvokeLlmRequest,
  JsonRecord,
  ModelRequest,
  PollingResult,
  SessionContext,
} from '@sekisho/dify-plugin';
import {
  parseBooleanLike,
  ResponsesError,
  type ErrorCode,
  type ResponseOutcome,
  type ResponsesClient,
} from '@sekisho/responses';
import { AnswerWriter } from './answer-writer.ts';
import { openClient } from './credentials.ts';
import { toPluginError } from './errors.ts';
import { finishAnswer } from './finish-answer.ts';
import { buildPayload } from './payloads.ts';
import type { PluginParts } from './plugin-parts.ts';
import { toLlmUsage } from './usage.ts';

const PRO_MODEL = /-pro(?:-|$)/;
const CHECK_AFTER_SECONDS = 5;
const TIDY_UP_MS = 3000;
const PASSING_TROUBLE: ReadonlySet<ErrorCode> = new Set([
  'connection_failed',
  'rate_limited',
  'server_error',
  'timed_out',
]);

/**
 * Returns true when Dify may poll for the response of a slow model: the user enabled it, and the administrator confirmed that
 * this version of Dify supports it. Dify before 1.15 rejects a model schema with polling, and requests contain no version.
 */
export function offersPolling(
  { model, credentials }: ModelRequest,
  { allowsPolling }: Pick<PluginParts, 'allowsPolling'>,
  context: SessionContext,
): boolean {
  const requested = credentials['use_polling'];
  if (requested === undefined || requested === null || requested === '') return false;
  if (!PRO_MODEL.test(model) || !parseBooleanLike(requested, 'use_polling')) return false;
  if (!allowsPolling) {
    context.log(
      'WARNING',
      '"use_polling" has no effect. Set OPENAI_GPT5_ALLOW_POLLING=true on the plugin daemon if this is Dify 1.15 or newer.',
    );
  }
  return allowsPolling;
}

/** Starts a background response at OpenAI. */
export async function startPolling(
  request: InvokeLlmRequest,
  parts: PluginParts,
  context: SessionContext,
): Promise<PollingResult> {
  const { client } = openClient(request.credentials, parts, context);
  const payload = buildPayload(request, parts.registry, 'background');
  const startedAt = parts.now();
  const result = await client.run(payload.params, { signal: context.signal });
  if (!result.ok) throw result.error;
  const state = { stop: request.stop, shows_reasoning: payload.showsReasoning, started_at: startedAt };
  return report(result.outcome, { model: request.model, state, client, parts });
}

/** Polls a background response. Deletes it at OpenAI when it is complete. */
export async function checkPolling(
  request: CheckPollingRequest,
  parts: PluginParts,
  context: SessionContext,
): Promise<PollingResult> {
  const { client } = openClient(request.credentials, parts, context);
  const { model, plugin_state: state } = request;
  const id = state['response_id'];
  if (typeof id !== 'string') {
    throw new ResponsesError('invalid_argument', 'The polling state contains no response id.');
  }
  const result = await client.retrieve(id, { signal: context.signal });
  if (result.ok) return report(result.outcome, { model, state, client, parts });
  if (result.partial !== undefined) {
    await erase(client, id);
    const failure = toPluginError(result.error, { model, registry: parts.registry });
    return { status: 'failed', error: failure instanceof Error ? failure.message : 'The response failed.' };
  }
  if (!PASSING_TROUBLE.has(result.error.code)) throw result.error;
  // The response continues at OpenAI; a temporary network failure must not lose it.
  context.log(
    'WARNING',
    `The background response could not be fetched (${result.error.code}). The plugin will retry.`,
  );
  return keepWaiting(state);
}

type Polled = {
  readonly model: string;
  readonly state: JsonRecord;
  readonly client: ResponsesClient;
  readonly parts: PluginParts;
};

async function report(outcome: ResponseOutcome, polled: Polled): Promise<PollingResult> {
  const { model, state, client, parts } = polled;
  const { id, status } = outcome;
  if (status === 'queued' || status === 'in_progress') {
    if (id === undefined) throw new ResponsesError('upstream_shape', 'The background response has no id.');
    return keepWaiting({ ...state, response_id: id });
  }
  if (id !== undefined) await erase(client, id);
  if (status === 'cancelled') throw new ResponsesError('cancelled', 'The response was cancelled at OpenAI.');
  const stop = Array.isArray(state['stop']) ? state['stop'].filter((text) => typeof text === 'string') : [];
  const writer = new AnswerWriter({ stop, showsReasoning: state['shows_reasoning'] === true });
  const { text, toolCalls } = finishAnswer(outcome, writer);
  const startedAt = typeof state['started_at'] === 'number' ? state['started_at'] : parts.now();
  return {
    status: 'succeeded',
    result: {
      model,
      prompt_messages: [],
      message: { role: 'assistant', content: text ?? '', name: null, tool_calls: toolCalls ?? [] },
      usage: toLlmUsage(outcome.usage, parts.registry.find(model)?.price, parts.now() - startedAt),
      system_fingerprint: null,
    },
  };
}

function keepWaiting(state: JsonRecord): PollingResult {
  return { status: 'running', plugin_state: state, next_check_after_seconds: CHECK_AFTER_SECONDS };
}

// The response is complete; a failed deletion must neither lose nor delay it.
async function erase(client: ResponsesClient, id: string): Promise<void> {
  await client.delete(id, { deadlineMs: TIDY_UP_MS }).catch(() => undefined);
}
