import {
  AsyncQueue,
  type InvokeLlmRequest,
  type LlmDelta,
  type LlmHandlers,
  type SessionContext,
  type CountTokensRequest,
} from '@sekisho/dify-plugin';
import type { Progress, ResponsesClient, CallOptions, ReasoningCache, RunResult } from '@sekisho/responses';
import { AnswerWriter } from '../../internal/answer-writer.ts';
import { openClient, validateModelCredentials } from '../../internal/credentials.ts';
import { toPluginError } from '../../internal/errors.ts';
import { finishAnswer } from '../../internal/finish-answer.ts';
import { listPredefinedModels, toModelSchema } from '../../internal/model-schema.ts';
import { buildPayload, type Payload } from '../../internal/payloads.ts';
import type { PluginParts } from '../../internal/plugin-parts.ts';
import { checkPolling, offersPolling, startPolling } from '../../internal/polling.ts';
import { toLlmUsage } from '../../internal/usage.ts';

/** Creates the handlers for the language models of this plugin. */
export function createLlm(parts: PluginParts): LlmHandlers {
  const translated = async <Value>(model: string, work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (thrown) {
      throw toPluginError(thrown, { model, registry: parts.registry });
    }
  };
  return {
    async *invoke(request, context) {
      try {
        yield* invokeModel(request, parts, context);
      } catch (thrown) {
        throw toPluginError(thrown, { model: request.model, registry: parts.registry });
      }
    },
    countTokens: async (request) => countTokens(request),
    validateCredentials: (request, context) =>
      translated(request.model, () => validateModelCredentials(request, parts, context)),
    getSchema: (request, context) =>
      translated(request.model, async () => {
        const schema = toModelSchema(request.model, parts.registry);
        const isPredefined = listPredefinedModels(parts.registry).includes(request.model);
        return {
          ...schema,
          features: offersPolling(request, parts, context)
            ? [...schema.features, 'polling']
            : schema.features,
          fetch_from: isPredefined ? 'predefined-model' : 'customizable-model',
          deprecated: false,
        };
      }),
    startPolling: (request, context) =>
      translated(request.model, () => startPolling(request, parts, context)),
    checkPolling: (request, context) =>
      translated(request.model, () => checkPolling(request, parts, context)),
  };
}

async function* invokeModel(
  request: InvokeLlmRequest,
  parts: PluginParts,
  context: SessionContext,
): AsyncGenerator<LlmDelta> {
  const { model, stop } = request;
  const opened = openClient(request.credentials, parts, context);
  const payload = buildPayload(request, parts.registry);
  for (const { param, from, to, why } of payload.adjustments) {
    context.log('INFO', `${param}: "${from}" was replaced with "${to ?? 'nothing'}", because ${why}.`);
  }
  if (payload.skippedCalls > 0) {
    context.log(
      'WARNING',
      `${payload.skippedCalls} tool calls of the prompt have no id or no name and were skipped.`,
    );
  }
  const startedAt = parts.now();
  const writer = new AnswerWriter({ stop, showsReasoning: payload.showsReasoning });
  const progress = new AsyncQueue<Progress>();
  const running = runPayload(
    payload,
    { ...opened, reasoning: parts.reasoning },
    {
      signal: context.signal,
      onProgress: (step) => progress.push(step),
    },
  ).finally(() => progress.close());
  // The consumer may stop before the end; then no code handles the rejection.
  running.catch(() => undefined);
  for await (const step of progress) {
    const text = writer.write(step);
    if (text !== '') yield { model, text };
  }
  const result = await running;
  if (!result.ok) throw result.error;
  yield {
    model,
    ...finishAnswer(result.outcome, writer),
    usage: toLlmUsage(result.outcome.usage, parts.registry.find(model)?.price, parts.now() - startedAt),
  };
}

const TOKENS_PER_MESSAGE = 4;
const LETTERS_PER_TOKEN = 4;

/** Returns an upper estimate: one token for about four Latin letters, and one token for each other character. */
function countTokens({ prompt_messages: messages, tools }: CountTokensRequest): number {
  const messageTokens = messages.map(({ content, tool_calls: calls }) => {
    const text = typeof content === 'string' ? content : content.map(({ data }) => data ?? '').join('');
    return TOKENS_PER_MESSAGE + count(text) + (calls.length > 0 ? count(JSON.stringify(calls)) : 0);
  });
  const toolTokens = tools.map((tool) => TOKENS_PER_MESSAGE + count(JSON.stringify(tool)));
  return [...messageTokens, ...toolTokens].reduce((sum, tokens) => sum + tokens, 0);
}

function count(text: string): number {
  let latin = 0;
  let other = 0;
  for (const character of text) {
    if (character.charCodeAt(0) < 0x250) latin += 1;
    else other += 1;
  }
  return Math.ceil(latin / LETTERS_PER_TOKEN) + other;
}

/** The client of a payload and the cache of its reasoning. */
type PayloadRun = {
  readonly client: ResponsesClient;
  readonly apiKey: string;
  readonly reasoning: ReasoningCache;
};

/** Sends a payload with the reasoning of its tool calls, and caches the new reasoning for the next round. */
async function runPayload(
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
