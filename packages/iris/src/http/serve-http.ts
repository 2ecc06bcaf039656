import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import type { Surface } from '../mcp/surface.ts';
import { TaskStore } from '../mcp/task-store.ts';
import type { Authenticate } from './authenticate.ts';
import { HttpEndpoint, type OAuthFacts } from './http-endpoint.ts';

// A request that trickles in must not hold its connection for minutes.
const RECEIVING = { headersTimeout: 15_000, requestTimeout: 60_000 };
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** How the server is reached and protected; only who may come in has no default. */
export type HttpOptions = {
  authenticate: Authenticate;
  /** 0 takes any free port. */
  port?: number;
  /** Host and Origin names besides those of this machine. */
  allowedHosts?: readonly string[];
  maxBodyBytes?: number;
  /** The limit of each caller: by token, or by address where no token is asked for. */
  requestsPerMinute?: number;
  oauth?: OAuthFacts;
  now?: () => number;
  /** Where long work is kept; in memory when left out. */
  tasks?: TaskStore;
};

/** A running server. */
export type HttpServer = { url: string; close: () => Promise<void> };

/** Serves a surface over Streamable HTTP in both eras, on this machine only, behind every guard. */
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
      // A stream may say nothing for minutes, and a client waits for the headers until then.
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

/** Answers a request that was not let in; its body is thrown away as it comes and never kept. */
async function refuse(request: IncomingMessage, response: ServerResponse, refusal: Response): Promise<void> {
  request.resume();
  response.writeHead(refusal.status, Object.fromEntries(refusal.headers));
  response.end(await refusal.text());
}
