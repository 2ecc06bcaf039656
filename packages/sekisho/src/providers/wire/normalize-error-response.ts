import { isRecord, parseJson } from '../json-record.ts';
import { readErrorMessage } from './error-message.ts';
import type { WireContext } from './wire-context.ts';

/**
 * Converts the error body of any provider to OpenAI's format, with the key masked and the retry delay in a header.
 */
export async function normalizeErrorResponse(response: Response, context: WireContext): Promise<Response> {
  const text = await response.text();
  const body = parseJson(text) ?? (text.startsWith('<') ? response.statusText : text);
  return createErrorResponse({ status: response.status, body, headers: response.headers, context });
}

/** Creates an error in OpenAI's format with the given status. */
export function createErrorResponse(options: {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  readonly context: WireContext;
}): Response {
  const error = findError(options.body);
  const message = options.context.redact(readErrorMessage(options.body));
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const name of ['retry-after', 'retry-after-ms', 'x-request-id', 'x-should-retry']) {
    const value = options.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const delayMs = readRetryDelay(error?.['details']);
  if (delayMs !== undefined && !headers.has('retry-after')) headers.set('retry-after-ms', String(delayMs));
  const { type = null, param = null, code = null } = error ?? {};
  return new Response(JSON.stringify({ error: { message, type, param, code } }), {
    status: options.status,
    headers,
  });
}

/** Returns the HTTP status that corresponds to an error inside a successful response. */
export function readErrorStatus(body: unknown): number {
  const code = Number(findError(body)?.['code']);
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502;
}

function findError(body: unknown): Record<string, unknown> | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  if (!isRecord(first)) return undefined;
  return isRecord(first['error']) ? first['error'] : first;
}

/** Reads the retry delay that Gemini sends in the body: `{"@type": "…RetryInfo", "retryDelay": "34.5s"}`. */
function readRetryDelay(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  for (const detail of details) {
    const delay = isRecord(detail) ? detail['retryDelay'] : undefined;
    const seconds = typeof delay === 'string' ? Number.parseFloat(delay) : Number.NaN;
    if (Number.isFinite(seconds) && seconds >= 0) return Math.ceil(seconds * 1000);
  }
  return undefined;
}
