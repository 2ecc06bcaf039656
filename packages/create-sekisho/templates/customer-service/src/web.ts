import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { Conversations } from './conversations.ts';

const PAGE = readFileSync(new URL('../public/index.html', import.meta.url));
const MAX_BYTES = 10_000;
const messageSchema = z.object({ text: z.string().trim().min(1).max(2_000) });

/** The web page of the customer: `POST /messages` asks, `GET /messages/ID` returns the answer as soon as there is one. */
export const createWeb = (conversations: Conversations): Server =>
  createServer((request, response) => {
    handle(conversations, request, response).catch((error: unknown) => {
      console.error(error);
      send(response, 500, { error: 'failed' });
    });
  });

async function handle(
  conversations: Conversations,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  if (request.method === 'GET' && path === '/') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    return;
  }
  if (request.method === 'POST' && path === '/messages') {
    // Pages of other sites cannot send this type without permission.
    const isJson = request.headers['content-type'] === 'application/json';
    if (!isJson || Number(request.headers['content-length'] ?? Infinity) > MAX_BYTES) {
      send(response, 400, { error: 'a small JSON object is expected' });
      return;
    }
    const message = messageSchema.safeParse(await json(request).catch(() => undefined));
    if (!message.success) {
      send(response, 400, { error: 'text is expected' });
      return;
    }
    const id = await conversations.ask(message.data.text);
    send(response, 200, { id, ...conversations.find(id) });
    return;
  }
  const [, id = ''] = /^\/messages\/([\w-]+)$/.exec(path) ?? [];
  const answer = request.method === 'GET' ? conversations.find(id) : undefined;
  if (answer) send(response, 200, { id, ...answer });
  else send(response, 404, { error: 'not found' });
}

const send = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
