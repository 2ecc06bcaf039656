import { isRecord, type JsonRecord, listOf, parseJson, recordOf } from './json-record.ts';
import type { WireContext } from './wire-context.ts';

/**
 * Converts the error body of any provider to OpenAI's format, with the key masked and the retry delay in a header.
 */
export async function normalizeErrorResponse(response: Response, context: WireContext): Promise<Response> {
  const text = await response.text();
  const body = parseJson(text) ?? (text.startsWith('<') ? response.statusText : text);
  return errorResponse(body, response.status, response.headers, context);
}

/** Returns the error inside the body of a successful response as an error response, or undefined if there is none. */
export function findErrorResponse(
  body: unknown,
  { headers }: Response,
  context: WireContext,
): Response | undefined {
  const { error } = recordOf(firstOf(body));
  if (error === undefined || error === null) return undefined;
  const code = Number(errorOf(body)['code']);
  const status = Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502;
  return errorResponse(body, status, headers, context);
}

function errorResponse(body: unknown, status: number, received: Headers, context: WireContext): Response {
  const { type = null, param = null, code = null, details } = errorOf(body);
  const message = context.redact(readErrorMessage(body));
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const name of ['retry-after', 'retry-after-ms', 'x-request-id', 'x-should-retry']) {
    const value = received.get(name);
    if (value !== null) headers.set(name, value);
  }
  const delayMs = readRetryDelay(details);
  if (delayMs !== undefined && !headers.has('retry-after')) headers.set('retry-after-ms', String(delayMs));
  return new Response(JSON.stringify({ error: { message, type, param, code } }), { status, headers });
}

function firstOf(body: unknown): unknown {
  return Array.isArray(body) ? body[0] : body;
}

function errorOf(body: unknown): JsonRecord {
  const first = recordOf(firstOf(body));
  return isRecord(first['error']) ? first['error'] : first;
}

/** Reads the retry delay that Gemini sends in the body: `{"@type": "…RetryInfo", "retryDelay": "34.5s"}`. */
function readRetryDelay(details: unknown): number | undefined {
  const delays = listOf(details).map((detail) => recordOf(detail)['retryDelay']);
  const seconds = delays.map((delay) => (typeof delay === 'string' ? Number.parseFloat(delay) : Number.NaN));
  const valid = seconds.find((each) => Number.isFinite(each) && each >= 0);
  return valid === undefined ? undefined : Math.ceil(valid * 1000);
}

const MAX_MESSAGE_LENGTH = 400;

/**
 * Returns the message inside an error of a server: a string, `{message}`, `{error: …}`, `{detail}` or a list of
 * these.
 */
export function readErrorMessage(error: unknown): string {
  return findMessage(error, 4).slice(0, MAX_MESSAGE_LENGTH) || 'no reason given';
}

function findMessage(error: unknown, depth: number): string {
  if (typeof error === 'string') return error.trim();
  if (depth === 0) return '';
  if (Array.isArray(error)) return findMessage(error[0], depth - 1);
  for (const field of ['message', 'error', 'detail', 'status']) {
    const message = findMessage(recordOf(error)[field], depth - 1);
    if (message !== '') return message;
  }
  return '';
}
