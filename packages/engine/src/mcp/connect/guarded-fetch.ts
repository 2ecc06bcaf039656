import { fetch as undiciFetch } from 'undici';
import { guardedDispatcher, isLoopbackHost, type Lookup } from './guarded-dispatcher.ts';
import type { McpHttpServer, McpLimits } from '../mcp-server-config.ts';

/** A fetch function that connects only to allowed addresses, and a function that closes its connections. */
export interface GuardedFetch {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  close(): Promise<void>;
}

/**
 * Creates the only network access of a server. Redirects and authorization servers that the server names use it too.
 * It connects to this machine only if the configuration names this machine.
 */
export function guardedFetch(
  server: McpHttpServer,
  limits: Pick<McpLimits, 'connectTimeoutMs' | 'maxMessageBytes'>,
  lookup?: Lookup,
): GuardedFetch {
  const isLocal = isLoopbackHost(new URL(server.url).hostname);
  const rules = { allowsLoopback: isLocal, allowsPrivate: server.allowPrivateNetwork };
  const dispatcher = guardedDispatcher(rules, {
    connectTimeoutMs: limits.connectTimeoutMs,
    ...(lookup ? { lookup } : {}),
  });
  return {
    close: () => dispatcher.destroy(),
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const send = ({ url: target, method, headers, body }: Outgoing) => {
        const mayBePlain = server.allowHttp || (isLocal && isLoopbackHost(target.hostname));
        if (target.protocol !== 'https:' && !(target.protocol === 'http:' && mayBePlain)) {
          throw new Error(`Not fetched: ${target.origin} is not https. Set allowHttp if that is intended.`);
        }
        return undiciFetch(target, {
          method,
          headers: [...headers],
          body,
          redirect: 'manual',
          signal: request.signal,
          dispatcher,
        });
      };
      const answer = await followRedirects(
        {
          url: new URL(request.url),
          method: request.method,
          headers: [...request.headers],
          body: request.body === null ? null : await request.text(),
        },
        send,
      );
      const isEventStream = answer.headers.get('content-type')?.includes('text/event-stream') ?? false;
      const body: unknown = answer.body;
      const limited =
        body instanceof ReadableStream
          ? limitedBody(body, { maxBytes: limits.maxMessageBytes, isEventStream })
          : null;
      return new Response(limited, {
        status: answer.status,
        statusText: answer.statusText,
        headers: [...answer.headers],
      });
    },
  };
}

interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly [string, string][];
  readonly body: string | null;
}

interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { cancel(): Promise<void> } | null;
}

/**
 * Sends a request and follows redirects. A redirect to another origin receives no credentials from the headers, and a
 * request with a body, such as the arguments of a call, is not redirected to another origin.
 */
async function followRedirects<T extends Answer>(
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

/** Returns a body that fails when it, or a single event of an event stream, exceeds the limit. */
function limitedBody(
  body: ReadableStream<Uint8Array>,
  { maxBytes, isEventStream }: { readonly maxBytes: number; readonly isEventStream: boolean },
): ReadableStream<Uint8Array> {
  let size = 0;
  let newlines = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        let isTooLarge = false;
        if (isEventStream) {
          for (const byte of chunk) {
            size += 1;
            isTooLarge ||= size > maxBytes;
            if (byte === LINE_FEED) newlines += 1;
            else if (byte !== CARRIAGE_RETURN) newlines = 0;
            // An empty line ends an event. A stream of small events has no total limit.
            if (newlines >= 2) size = 0;
          }
        } else {
          size += chunk.byteLength;
          isTooLarge = size > maxBytes;
        }
        if (isTooLarge) controller.error(new Error(`The response is larger than ${maxBytes} bytes.`));
        else controller.enqueue(chunk);
      },
    }),
  );
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
