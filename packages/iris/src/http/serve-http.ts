import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import type { Surface } from '../mcp/surface.ts';
import { TaskStore } from '../mcp/task-store.ts';
import type { Authenticate } from './authenticate.ts';
import { HttpEndpoint, type OAuthFacts } from './http-endpoint.ts';

// A slow request must not occupy its connection for minutes.
const RECEIVING = { headersTimeout: 15_000, requestTimeout: 60_000 };
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The address and the protection of the server. Only `authenticate` has no default. */
export type HttpOptions = {
  authenticate: Authenticate;
  /** 0 selects any free port. */
  port?: number;
  /** Host and Origin names besides the loopback names. */
  allowedHosts?: readonly string[];
  maxBodyBytes?: number;
  /** The limit of each caller: by token, or by address when tokens are not required. */
  requestsPerMinute?: number;
  oauth?: OAuthFacts;
  now?: () => number;
  /** The store of long work. Default: in memory. */
  tasks?: TaskStore;
};

/** A running server. */
export type HttpServer = { url: string; close: () => Promise<void> };

/** Serves a surface over Streamable HTTP for both protocol generations, on loopback only, with all checks enabled. */
export async function serveHttp(surface: Surface, options: HttpOptions): Promise<HttpServer> {
  const { now = Date.now, maxBodyBytes = 4 * 1024 * 1024 } = options;
  const allowed = [...LOOPBACK, ...(options.allowedHosts ?? [])];
  const isHostAllowed = hostHeaderValidation(allowed);
  const isOriginAllowed = originValidation(allowed);
  const endpoint = new HttpEndpoint(surface, {
    authenticate: options.authenticate,
    maxBodyBytes,
    now,
    tasks: options.tasks ?? new TaskStore({ now, makeId: randomUUID }),
    ...(options.oauth ? { oauth: options.oauth } : {}),
    ...(options.requestsPerMinute === undefined ? {} : { requestsPerMinute: options.requestsPerMinute }),
  });
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
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
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
