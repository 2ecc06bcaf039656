import { isRecord, parseJson } from '../json-record.ts';
import type { JsonRecord } from '../json-record.ts';
import { providerFailure } from '../provider-failure.ts';
import { readRequestedFormat } from './requested-format.ts';
import { ChunkNormalizer } from './chunk-normalizer.ts';
import { CommentFilter } from './comment-filter.ts';
import { SseRepair } from './sse-repair.ts';
import { normalizeCompletion } from './normalize-completion.ts';
import { createErrorResponse, normalizeErrorResponse, readErrorStatus } from './normalize-error-response.ts';
import { normalizeRequest, normalizeResponsesRequest } from './normalize-request.ts';
import { isEventStream, watchResponse } from './watch-response.ts';
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
    const isChat = readPath(input).endsWith('/chat/completions') && isRecord(request);
    const options = { ...init, headers: { ...pickHeaders(init?.headers), ...headers } };
    if (isChat) options.body = JSON.stringify(normalizeRequest(request, context));
    else if (isRecord(request)) options.body = JSON.stringify(normalizeResponsesRequest(request, context));
    const response = await fetch(input, options);
    if (!response.ok) return normalizeErrorResponse(response, context);
    if (isChat) return normalizeChatResponse(response, request, context);
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
  if (isStream && !isJson(response)) {
    return watchResponse(response, new SseRepair(new ChunkNormalizer(context, asked)), context);
  }
  const body = parseJson(await response.text());
  if (!isRecord(body) && !Array.isArray(body)) return failWith(notJson(context));
  if (hasError(body)) return createErrorResponse(describeError(body, response, context));
  if (!isRecord(body)) return failWith(notJson(context));
  try {
    const completion = normalizeCompletion(body, context, asked);
    return isStream
      ? toEventStream(completion)
      : Response.json(completion, { headers: pickRequestId(response) });
  } catch (error) {
    return failWith(error);
  }
}

async function checkForError(response: Response, context: WireContext): Promise<Response> {
  const text = await response.text();
  const body = parseJson(text);
  if (hasError(body)) return createErrorResponse(describeError(body, response, context));
  return new Response(text, { headers: { 'content-type': 'application/json', ...pickRequestId(response) } });
}

function describeError(body: unknown, response: Response, context: WireContext) {
  return { status: readErrorStatus(body), body, headers: response.headers, context };
}

/** Returns a response whose body fails when it is read. The client passes the error unchanged and does not retry. */
function failWith(error: unknown): Response {
  const body = new ReadableStream({ start: (controller) => controller.error(error) });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

/** Converts the response of a server that did not stream as requested. */
function toEventStream(completion: JsonRecord): Response {
  const choices = Array.isArray(completion['choices']) ? completion['choices'] : [];
  const chunk = {
    ...completion,
    choices: choices
      .filter(isRecord)
      .map(({ message, ...choice }) => ({ ...choice, delta: withIndexes(message) })),
  };
  const text = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

function withIndexes(message: unknown): unknown {
  if (!isRecord(message) || !Array.isArray(message['tool_calls'])) return message;
  const calls = message['tool_calls'].filter(isRecord).map((call, index) => ({ ...call, index }));
  return { ...message, tool_calls: calls };
}

function hasError(body: unknown): boolean {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  return isRecord(first) && first['error'] !== undefined && first['error'] !== null;
}

function notJson({ provider }: WireContext): Error {
  return providerFailure(provider, 'not-json', `The response of provider "${provider}" is not JSON.`);
}

/**
 * Returns only the headers that every provider needs. The client would also send OpenAI's own headers from its
 * environment.
 */
function pickHeaders(headers: RequestInit['headers']): Record<string, string> {
  const given = new Headers(headers);
  const picked: Record<string, string> = {};
  for (const name of ['accept', 'content-type', 'user-agent', 'x-api-key', 'anthropic-version']) {
    const value = given.get(name);
    if (value !== null) picked[name] = value;
  }
  return picked;
}

function pickRequestId(response: Response): Record<string, string> {
  const id = response.headers.get('x-request-id');
  return id === null ? {} : { 'x-request-id': id };
}

function isJson(response: Response): boolean {
  return /json/i.test(response.headers.get('content-type') ?? '');
}

function readPath(input: string | URL | Request): string {
  return new URL(input instanceof Request ? input.url : input).pathname;
}
