import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Proxy } from './create-proxy.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Serves one client over standard input and output. Resolves when the client closes its side. A program that contains the
 * proxy passes its own transport, and closes the proxy itself.
 */
export async function serveProxyOnStdio(proxy: Proxy, session: string, transport?: Transport): Promise<void> {
  const closed = Promise.withResolvers<void>();
  if (!transport) for (const event of ['end', 'close']) process.stdin.once(event, closed.resolve);
  const handle = serveStdio(
    () => {
      const server = proxy.connect(session);
      proxy.onNotification((method, params) => {
        // A client that has left receives nothing.
        server.notification({ method, params: { ...params } }).catch(() => undefined);
      });
      return server;
    },
    {
      ...(transport && { transport }),
      onerror: (error) => void process.stderr.write(`sekisho proxy: ${error.message}\n`),
    },
  );
  await closed.promise;
  await handle.close();
}

/** A running HTTP server. */
export interface HttpProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves clients over Streamable HTTP on this machine. Every request needs the token. The protocol has no sessions, so
 * that all requests with the same token and session name belong to one session.
 */
export async function serveProxyOnHttp(
  proxy: Proxy,
  { session, token, port = 0 }: { readonly session: string; readonly token: string; readonly port?: number },
): Promise<HttpProxy> {
  const handler = createMcpHandler(() => proxy.connect(session));
  proxy.onNotification((method, { uri }) => {
    const { notify } = handler;
    if (method === 'notifications/tools/list_changed') notify.toolsChanged();
    else if (method === 'notifications/resources/list_changed') notify.resourcesChanged();
    else if (method === 'notifications/prompts/list_changed') notify.promptsChanged();
    else if (typeof uri === 'string') notify.resourceUpdated(uri);
  });
  const isHostAllowed = hostHeaderValidation(LOOPBACK);
  const isOriginAllowed = originValidation(LOOPBACK);
  const handle = toNodeHandler(handler);
  const server = createServer({ headersTimeout: 15_000 }, (request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    if (!isToken(request.headers.authorization, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' });
      response.end('A bearer token is required.');
      return;
    }
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/mcp') {
      response.writeHead(404).end('The address of this proxy ends with /mcp.');
      return;
    }
    const { method = 'GET', url = '/', headers } = request;
    const like = { method, url, headers, [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() };
    handle(like, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const used = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${used}/mcp`,
    close: async () => {
      await handler.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const hash = (text: string) => createHash('sha256').update(text).digest();

function isToken(header: string | undefined, token: string): boolean {
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}
