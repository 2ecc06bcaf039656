import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseBody, type Simulator } from './create-simulator.ts';
import type { Reply } from './api/reply.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** A simulator that listens on the loopback address only. */
export type SimulatorServer = { baseUrl: string; close: () => Promise<void> };

/** Serves a simulator over HTTP on the loopback address. Port 0 selects a free port. */
export async function serveSimulator(simulator: Simulator, port = 0): Promise<SimulatorServer> {
  const server = createServer((request, response) => {
    answer(simulator, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  return {
    baseUrl: `http://127.0.0.1:${listening}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const reply = await simulator.handle({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://127.0.0.1'),
    authorization: request.headers.authorization ?? null,
    body: parseBody(body),
  });
  await send(reply, response);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new Error('The request body is too large.');
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString('utf8');
}

async function send(reply: Reply, response: ServerResponse): Promise<void> {
  switch (reply.type) {
    case 'reset':
      response.destroy();
      return;
    case 'json':
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(JSON.stringify(reply.body));
      return;
    case 'text':
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
      return;
    case 'events':
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...reply.headers });
      for await (const chunk of reply.chunks) {
        if (response.destroyed) return;
        response.write(chunk);
      }
      response.end();
  }
}
