import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import type { HttpEndpoint } from './http-endpoint.ts';

// A slow request must not occupy its connection for minutes.
const RECEIVING = { headersTimeout: 15_000, requestTimeout: 60_000 };
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Where a server listens. */
export type ListenOptions = {
  /** 0 selects any free port. */
  port?: number | undefined;
  /** Host and Origin names besides the loopback names. */
  allowedHosts?: readonly string[] | undefined;
  maxBodyBytes: number;
};

/** A running server. */
export type HttpServer = { url: string; close: () => Promise<void> };

/** Serves an endpoint over Streamable HTTP for both protocol generations, on loopback only, with all checks enabled. */
export async function serveEndpoint(
  endpoint: HttpEndpoint,
  { port: wanted = 0, allowedHosts = [], maxBodyBytes }: ListenOptions,
): Promise<HttpServer> {
  const allowed = [...LOOPBACK, ...allowedHosts];
  const isHostAllowed = hostHeaderValidation(allowed);
  const isOriginAllowed = originValidation(allowed);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '/', headers, socket } = request;
    const [path = ''] = url.split('?');
    const authorization = headers.authorization ?? null;
    const caller = await endpoint.admit({ path, authorization, address: socket.remoteAddress ?? '' });
    if (caller instanceof Response) return refuse(request, response, caller);
    const serve = async (admitted: Request): Promise<Response> => {
      const answered = await endpoint.serve(admitted, caller);
      // A stream may send nothing for minutes, and the client waits for the headers.
      setImmediate(() => response.headersSent && response.flushHeaders());
      return answered;
    };
    const handle = toNodeHandler({ fetch: serve }, { maxRequestBodySize: maxBodyBytes });
    await handle(toRequestLike(request), response);
  };
  const server = createServer(RECEIVING, (request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : wanted;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      await endpoint.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function toRequestLike(request: IncomingMessage) {
  const { method = 'GET', url = '/', headers } = request;
  return { method, url, headers, [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() };
}

/** Rejects a request; the body is discarded while it arrives. */
async function refuse(request: IncomingMessage, response: ServerResponse, refusal: Response): Promise<void> {
  request.resume();
  response.writeHead(refusal.status, Object.fromEntries(refusal.headers));
  response.end(await refusal.text());
}
