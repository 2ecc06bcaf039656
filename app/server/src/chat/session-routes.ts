import { createRoute, z } from '@hono/zod-openapi';
import { createRouter } from '../http/app-environment.ts';
import {
  answer,
  body,
  deleted,
  idSchema,
  pageOf,
  pageQuerySchema,
  problems,
  searchQuerySchema,
  versionQuerySchema,
} from '../http/http-schemas.ts';
import { readSearch } from '../http/read-search.ts';
import { viewPage, writeTime } from '../http/view-page.ts';
import {
  changeSessionSchema,
  createSessionSchema,
  rateMessageSchema,
  sessionSchema,
} from './chat-schemas.ts';
import { conversationMessageSchema } from './message-reply.ts';
import type { SessionService } from './session-service.ts';
import type { ConversationMessage, InterviewSession } from './conversation/conversation.ts';

const params = z.object({ sessionId: idSchema });
const path = '/ai-agent/sessions/{sessionId}' as const;

const createSession = createRoute({
  method: 'post',
  path: '/ai-agent/sessions',
  request: { body: body(createSessionSchema) },
  responses: { 201: answer(sessionSchema, 'The session'), ...problems },
});
const listSessions = createRoute({
  method: 'get',
  path: '/ai-agent/sessions',
  request: { query: searchQuerySchema },
  responses: { 200: answer(pageOf(sessionSchema), 'Sessions, newest first'), ...problems },
});
const getSession = createRoute({
  method: 'get',
  path,
  request: { params },
  responses: { 200: answer(sessionSchema, 'The session'), ...problems },
});
const changeSession = createRoute({
  method: 'patch',
  path,
  request: { params, body: body(changeSessionSchema) },
  responses: { 200: answer(sessionSchema, 'The session after the change'), ...problems },
});
const deleteSession = createRoute({
  method: 'delete',
  path,
  request: { params, query: versionQuerySchema },
  responses: { ...deleted, ...problems },
});
const listMessages = createRoute({
  method: 'get',
  path: `${path}/messages`,
  request: { params, query: pageQuerySchema },
  responses: { 200: answer(pageOf(conversationMessageSchema), 'Messages, oldest first'), ...problems },
});
const rateMessage = createRoute({
  method: 'put',
  path: `${path}/messages/{messageId}/feedback`,
  request: { params: params.extend({ messageId: idSchema }), body: body(rateMessageSchema) },
  responses: { 200: answer(conversationMessageSchema, 'The message with its feedback'), ...problems },
});
const unrateMessage = createRoute({
  method: 'delete',
  path: `${path}/messages/{messageId}/feedback`,
  request: { params: params.extend({ messageId: idSchema }) },
  responses: { ...deleted, ...problems },
});

/** Creates the routes for sessions, their messages and feedback. Every query filters by user. */
export function createSessionRoutes(sessions: SessionService) {
  return createRouter()
    .openapi(createSession, async (c) => {
      const session = await sessions.create(c.get('userId'), c.req.valid('json'));
      return c.json(viewSession(session), 201, { Location: `/ai-agent/sessions/${session.id}` });
    })
    .openapi(listSessions, async (c) => {
      const page = await sessions.list(c.get('userId'), readSearch(c.req.valid('query')));
      return c.json(viewPage(page, viewSession), 200);
    })
    .openapi(getSession, async (c) => {
      return c.json(viewSession(await sessions.get(c.get('userId'), c.req.valid('param').sessionId)), 200);
    })
    .openapi(changeSession, async (c) => {
      const { sessionId } = c.req.valid('param');
      return c.json(viewSession(await sessions.change(c.get('userId'), sessionId, c.req.valid('json'))), 200);
    })
    .openapi(deleteSession, async (c) => {
      const { sessionId: id } = c.req.valid('param');
      await sessions.remove({ userId: c.get('userId'), id, ...c.req.valid('query') });
      return c.body(null, 204);
    })
    .openapi(listMessages, async (c) => {
      const { sessionId } = c.req.valid('param');
      const page = await sessions.listMessages(c.get('userId'), sessionId, c.req.valid('query'));
      return c.json(viewPage(page, viewMessage), 200);
    })
    .openapi(rateMessage, async (c) => {
      const { sessionId: id, messageId } = c.req.valid('param');
      const { rating, comment } = c.req.valid('json');
      const target = { userId: c.get('userId'), id, messageId };
      const rated = await sessions.rate(target, { rating, comment: comment ?? undefined });
      return c.json(viewMessage(rated), 200);
    })
    .openapi(unrateMessage, async (c) => {
      const { sessionId: id, messageId } = c.req.valid('param');
      await sessions.rate({ userId: c.get('userId'), id, messageId }, undefined);
      return c.body(null, 204);
    });
}

/** Converts a session for the API, without its owner. */
function viewSession({ id, title, context, version, createdAt }: InterviewSession) {
  return { id, title: title ?? null, context, version, createdAt: writeTime(createdAt) };
}

/** Converts a message for the API, with its feedback. */
function viewMessage(message: ConversationMessage) {
  const { id, sessionId, role, content, warnings, feedback, createdAt } = message;
  return {
    id,
    sessionId,
    role,
    content,
    warnings: [...warnings],
    feedback: feedback
      ? { ...feedback, comment: feedback.comment ?? null, createdAt: writeTime(feedback.createdAt) }
      : null,
    createdAt: writeTime(createdAt),
  };
}
