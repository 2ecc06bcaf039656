import { z } from '@hono/zod-openapi';
import { createRouter } from '../http/app-environment.ts';
import {
  body,
  creates,
  deleted,
  get,
  idSchema,
  pageOf,
  pageQuerySchema,
  patch,
  post,
  put,
  remove,
  returns,
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

const createSession = post(
  '/ai-agent/sessions',
  { body: body(createSessionSchema) },
  creates(sessionSchema, 'The session'),
);
const listSessions = get(
  '/ai-agent/sessions',
  { query: searchQuerySchema },
  returns(pageOf(sessionSchema), 'Sessions, newest first'),
);
const getSession = get(path, { params }, returns(sessionSchema, 'The session'));
const changeSession = patch(
  path,
  { params, body: body(changeSessionSchema) },
  returns(sessionSchema, 'The session after the change'),
);
const deleteSession = remove(path, { params, query: versionQuerySchema }, deleted);
const listMessages = get(
  `${path}/messages`,
  { params, query: pageQuerySchema },
  returns(pageOf(conversationMessageSchema), 'Messages, oldest first'),
);
const rateMessage = put(
  `${path}/messages/{messageId}/feedback`,
  { params: params.extend({ messageId: idSchema }), body: body(rateMessageSchema) },
  returns(conversationMessageSchema, 'The message with its feedback'),
);
const unrateMessage = remove(
  `${path}/messages/{messageId}/feedback`,
  { params: params.extend({ messageId: idSchema }) },
  deleted,
);

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

function viewSession({ id, title, context, version, createdAt }: InterviewSession) {
  return { id, title: title ?? null, context, version, createdAt: writeTime(createdAt) };
}

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
