import { HttpEndpoint, serveEndpoint, type Authenticate, type HttpServer } from '@sekisho/mcp-http';
import { StdioTransport } from '@sekisho/mcp-http/stdio';
import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Proxy } from './create-proxy.ts';

const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * Serves one client over standard input and output. Resolves when the client closes its side or `stopped` resolves; standard
 * input is no longer read then, so that it does not keep the process running. A program that contains the proxy passes its
 * own transport, and closes the proxy itself.
 */
export async function serveProxyOnStdio(
  proxy: Proxy,
  session: string,
  {
    transport,
    stopped,
  }: { readonly transport?: Transport | undefined; readonly stopped?: Promise<void> } = {},
): Promise<void> {
  const closed = Promise.withResolvers<void>();
  if (!transport) for (const event of ['end', 'close']) process.stdin.once(event, closed.resolve);
  void stopped?.then(closed.resolve);
  const handle = serveStdio(() => proxy.connect(session, 'connection'), {
    transport: transport ?? new StdioTransport(process.stdin, process.stdout),
    onerror: (error) => void process.stderr.write(`sekisho proxy: ${error.message}\n`),
  });
  await closed.promise;
  await handle.close();
}

/**
 * Serves clients over Streamable HTTP on this machine. All clients belong to the same session of the gate, which is one run;
 * the sessions of the 2025 protocol are their connections.
 */
export async function serveProxyOnHttp(
  proxy: Proxy,
  options: {
    readonly session: string;
    readonly authenticate: Authenticate;
    readonly port?: number;
    readonly requestsPerMinute?: number;
  },
): Promise<HttpServer> {
  const { session, authenticate, port, requestsPerMinute = 6_000 } = options;
  const endpoint = new HttpEndpoint({
    createServer: (scope) => proxy.connect(session, scope === 'session' ? 'connection' : 'request'),
    authenticate,
    requestsPerMinute,
    maxBodyBytes: MAX_BODY_BYTES,
    now: Date.now,
    resourceName: 'sekisho-proxy',
  });
  const stop = proxy.onNotification((method, { uri }) => {
    const { notify } = endpoint;
    if (method === 'notifications/tools/list_changed') notify.toolsChanged();
    else if (method === 'notifications/resources/list_changed') notify.resourcesChanged();
    else if (method === 'notifications/prompts/list_changed') notify.promptsChanged();
    else if (typeof uri === 'string') notify.resourceUpdated(uri);
  });
  const served = await serveEndpoint(endpoint, { port, maxBodyBytes: MAX_BODY_BYTES });
  return {
    url: served.url,
    close: async () => {
      stop();
      await endpoint.close();
      await served.close();
    },
  };
}
