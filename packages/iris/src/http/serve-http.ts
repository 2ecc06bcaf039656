import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import type { Surface } from '../mcp/surface.ts';
import { TaskStore } from '../mcp/task-store.ts';
import type { Authenticate } from './authenticate.ts';
import { createFetchHandler, type OAuthFacts } from './create-fetch-handler.ts';
import { RateLimit } from './rate-limit.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** How the server is reached and protected; only who may come in has no default. */
export type HttpOptions = {
  authenticate: Authenticate;
  /** 0 takes any free port. */
  port?: number;
  /** Host and Origin names besides those of this machine. */
  allowedHosts?: readonly string[];
  maxBodyBytes?: number;
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
  const limit = new RateLimit(options.requestsPerMinute ?? 600, now);
  const handler = createFetchHandler(surface, {
    authenticate: options.authenticate,
    maxBodyBytes,
    now,
    tasks: options.tasks ?? new TaskStore({ now, makeId: randomUUID }),
    ...(options.oauth ? { oauth: options.oauth } : {}),
  });
  const handle = toNodeHandler(handler, { maxRequestBodySize: maxBodyBytes });
  const server = createServer((request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    const seconds = limit.take(request.socket.remoteAddress ?? '');
    if (seconds > 0) return slowDown(request, response, seconds);
    handle(toRequestLike(request), response).catch(() => response.destroy());
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
      await handler.close();
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

function slowDown(request: IncomingMessage, response: ServerResponse, seconds: number): void {
  request.resume();
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': String(seconds) });
  const error = { code: -32_000, message: `Too many requests. Try again in ${seconds} seconds.` };
  response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}
