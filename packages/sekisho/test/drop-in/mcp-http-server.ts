import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { makeServer } from './mcp-server.ts';

/** Serves the library on the loopback address; `readers` contains the values of the header "x-reader". */
export async function serveLibrary(): Promise<{ url: string; readers: Set<string>; close(): Promise<void> }> {
  const readers = new Set<string>();
  const handler = createMcpHandler(() => makeServer());
  const server = createServer(async (incoming, outgoing) => {
    const reader = incoming.headers['x-reader'];
    if (typeof reader === 'string') readers.add(reader);
    const body = await text(incoming);
    const headers = new Headers(
      Object.entries(incoming.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] satisfies [string, string]] : [],
      ),
    );
    const method = incoming.method ?? 'GET';
    const response = await handler.fetch(
      new Request(`http://${incoming.headers.host ?? ''}${incoming.url ?? ''}`, {
        method,
        headers,
        ...(body === '' ? {} : { body }),
      }),
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) await pipeline(response.body, outgoing);
    else outgoing.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port ?? 0}/mcp`,
    readers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
      await handler.close();
    },
  };
}
