import { createRoute, z } from '@hono/zod-openapi';
import type { ChatStore } from '../application/chat-store.ts';
import { conversationMessageSchema } from '../application/message-reply.ts';
import { ServiceError } from '../application/service-error.ts';
import { createRouter } from './app-environment.ts';
import {
  answer,
  body,
  createSessionSchema,
  pageOf,
  pageQuerySchema,
  problems,
  sessionSchema,
} from './http-schemas.ts';
import { viewPage, viewSession } from './views.ts';

const params = z.object({ sessionId: z.string().max(64) });

const createSession = createRoute({
  method: 'post',
  path: '/ai-agent/sessions',
  request: { body: body(createSessionSchema) },
  responses: { 201: answer(sessionSchema, 'The session'), ...problems },
});
const listSessions = createRoute({
  method: 'get',
  path: '/ai-agent/sessions',
  request: { query: pageQuerySchema },
  responses: { 200: answer(pageOf(sessionSchema), 'Sessions, the newest first'), ...problems },
});
const getSession = createRoute({
  method: 'get',
  path: '/ai-agent/sessions/{sessionId}',
  request: { params },
  responses: { 200: answer(sessionSchema, 'The session'), ...problems },
});
const listMessages = createRoute({
  method: 'get',
  path: '/ai-agent/sessions/{sessionId}/messages',
  request: { params, query: pageQuerySchema },
  responses: { 200: answer(pageOf(conversationMessageSchema), 'Messages, the oldest first'), ...problems },
});

/** Routes for sessions and their history; every lookup names the user. */
export function createSessionRoutes({
  store,
  clock,
  makeId,
}: {
  store: ChatStore;
  clock: () => number;
  makeId: () => string;
}) {
  const find = async (userId: string, sessionId: string) => {
    const session = await store.getSession(userId, sessionId);
    if (session === undefined) throw new ServiceError('NotFound', 'There is no such session.');
    return session;
  };
  return createRouter()
    .openapi(createSession, async (c) => {
      const { context } = c.req.valid('json');
      const session = { id: makeId(), userId: c.get('userId'), context, createdAt: clock() };
      await store.addSession(session);
      return c.json(viewSession(session), 201);
    })
    .openapi(listSessions, async (c) => {
      const page = await store.listSessions(c.get('userId'), c.req.valid('query'));
      return c.json(viewPage(page, viewSession), 200);
    })
    .openapi(getSession, async (c) => {
      const session = await find(c.get('userId'), c.req.valid('param').sessionId);
      return c.json(viewSession(session), 200);
    })
    .openapi(listMessages, async (c) => {
      const { id } = await find(c.get('userId'), c.req.valid('param').sessionId);
      const page = await store.listMessages(id, c.req.valid('query'));
      return c.json(
        viewPage(page, ({ isFallback: _ours, ...message }) => message),
        200,
      );
    });
}
