import { providerFailure } from '../provider-failure.ts';
import { ChunkNormalizer } from './chunk-normalizer.ts';
import { findErrorResponse, normalizeErrorResponse } from './error-response.ts';
import { isRecord, type JsonRecord, listOf, parseJson } from './json-record.ts';
import { normalizeRequest, normalizeResponsesRequest } from './normalize-request.ts';
import { normalizeCompletion, readRequestedFormat } from './response-normalizer.ts';
import { CommentFilter, isEventStream, requestIdOf, watchResponse } from './watch-stream.ts';
import type { WireContext } from './wire-context.ts';

/**
 * Creates a `fetch` that uses a provider's variant of the protocol and returns standard Chat Completions to its
 * caller.
 */
export function createNormalizingFetch(
  context: WireContext,
  fetch: typeof globalThis.fetch,
  headers: Readonly<Record<string, string>>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = typeof init?.body === 'string' ? parseJson(init.body) : undefined;
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const isChat = pathname.endsWith('/chat/completions');
    const options = { ...init, headers: { ...pickHeaders(init?.headers), ...headers } };
    if (isRecord(request)) {
      const normalize = isChat ? normalizeRequest : normalizeResponsesRequest;
      options.body = JSON.stringify(normalize(request, context));
    }
    const response = await fetch(input, options);
    if (!response.ok) return normalizeErrorResponse(response, context);
    if (isChat && isRecord(request)) return normalizeChatResponse(response, request, context);
    if (isEventStream(response)) return watchResponse(response, new CommentFilter(), context);
    return isJson(response) ? checkForError(response, context) : response;
  };
}

async function normalizeChatResponse(
  response: Response,
  request: JsonRecord,
  context: WireContext,
): Promise<Response> {
  const asked = readRequestedFormat(request);
  const isStream = request['stream'] === true;
  if (isStream && !isJson(response))
    return watchResponse(response, new ChunkNormalizer(context, asked), context);
  const body = parseJson(await response.text());
  const failed = findErrorResponse(body, response, context);
  if (failed) return failed;
  try {
    if (!isRecord(body))
      throw providerFailure(context.provider, 'not-json', 'sent a response that is not JSON.');
    const completion = normalizeCompletion(body, context, asked);
    return isStream
      ? toEventStream(completion)
      : Response.json(completion, { headers: requestIdOf(response) });
  } catch (error) {
    // The body fails when it is read. The client passes the error unchanged and does not retry.
    const failing = new ReadableStream({ start: (controller) => controller.error(error) });
    return new Response(failing, { headers: { 'content-type': 'application/json' } });
  }
}

async function checkForError(response: Response, context: WireContext): Promise<Response> {
  const text = await response.text();
  const headers = { 'content-type': 'application/json', ...requestIdOf(response) };
  return findErrorResponse(parseJson(text), response, context) ?? new Response(text, { headers });
}

function toEventStream(completion: JsonRecord): Response {
  const choices = listOf(completion['choices']).filter(isRecord);
  const chunk = {
    ...completion,
    choices: choices.map(({ message, ...choice }) => ({ ...choice, delta: withIndexes(message) })),
  };
  const text = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

function withIndexes(message: unknown): unknown {
  if (!isRecord(message) || !Array.isArray(message['tool_calls'])) return message;
  const calls = message['tool_calls'].filter(isRecord);
  return { ...message, tool_calls: calls.map((call, index) => ({ ...call, index })) };
}

/**
 * Returns only the headers that every provider needs. The client would also send OpenAI's own headers from its
 * environment.
 */
function pickHeaders(headers: RequestInit['headers']): Record<string, string> {
  const names = new Set(['accept', 'content-type', 'user-agent', 'x-api-key', 'anthropic-version']);
  return Object.fromEntries([...new Headers(headers)].filter(([name]) => names.has(name)));
}

function isJson(response: Response): boolean {
  return /json/i.test(response.headers.get('content-type') ?? '');
}
