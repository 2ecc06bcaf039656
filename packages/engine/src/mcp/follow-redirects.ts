/** A request that can be sent more than once. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly [string, string][];
  readonly body: string | null;
}

/** The fields of a response that redirects use. */
interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { cancel(): Promise<void> } | null;
}

/**
 * Sends a request and follows redirects. A redirect to another origin receives no credentials from the headers, and a
 * request with a body, such as the arguments of a call, is not redirected to another origin.
 */
export async function followRedirects<T extends Answer>(
  request: Outgoing,
  send: (request: Outgoing) => Promise<T>,
): Promise<T> {
  let next = request;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await send(next);
    const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null;
    if (location === null) return answer;
    await answer.body?.cancel();
    next = redirected(next, answer.status, location);
  }
  throw new Error(`Not fetched: ${request.url.origin} redirects more than ${MAX_REDIRECTS} times.`);
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const KEEPS_METHOD: ReadonlySet<number> = new Set([307, 308]);
const HARMLESS_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'mcp-protocol-version']);

function redirected(request: Outgoing, status: number, location: string): Outgoing {
  const url = new URL(location, request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (url.origin === request.url.origin) {
    return isRead || KEEPS_METHOD.has(status)
      ? { ...request, url }
      : { ...request, url, method: 'GET', body: null };
  }
  if (!isRead)
    throw new Error(`Not fetched: ${request.url.origin} redirects a ${request.method} to ${url.origin}.`);
  return { ...request, url, headers: request.headers.filter(([name]) => HARMLESS_HEADERS.has(name)) };
}
