import { fetch as undiciFetch } from 'undici';
import type { McpHttpServer } from './mcp-server-config.ts';
import { isLoopbackHost } from './address-problem.ts';
import { followRedirects, type Outgoing } from './follow-redirects.ts';
import { guardedDispatcher, type Lookup } from './guarded-dispatcher.ts';
import { limitedBody } from './limited-body.ts';
import type { McpLimits } from './mcp-limits.ts';

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
