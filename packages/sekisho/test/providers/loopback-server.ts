import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

const bodySchema = z.record(z.string(), z.unknown());

/** One request that the server received. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** A server on the loopback interface that responds with one function and records its requests. */
export interface LoopbackServer {
  readonly url: string;
  readonly requests: SeenRequest[];
  close(): Promise<void>;
}

/** Starts a server on a free port. */
export async function startServer(
  respond: (request: SeenRequest, response: ServerResponse) => void | Promise<void>,
): Promise<LoopbackServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      let text = '';
      for await (const piece of incoming) text += String(piece);
      const { method = 'GET', url: path = '/', headers } = incoming;
      const request = {
        method,
        path,
        headers,
        body: text === '' ? {} : bodySchema.parse(JSON.parse(text)),
      };
      requests.push(request);
      await respond(request, response);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends a JSON body. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Sends the text of an event stream, one event at a time. */
export function sendEvents(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of text.split(/(?<=\n\n)/)) response.write(event);
  response.end();
}
