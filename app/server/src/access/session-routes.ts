import { createRoute, z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { answer, pageOf, problems } from '../http/http-schemas.ts';
import { idSchema, noContent } from '../http/shared-schemas.ts';
import { writeTime } from '../http/view-page.ts';
import type { AccessService } from './access-service.ts';
import type { SessionFacts } from './access-store.ts';
import { openSessionSchema } from './sign-in-schemas.ts';

const listSessions = createRoute({
  method: 'get',
  path: '/sessions',
  responses: {
    200: answer(
      pageOf(openSessionSchema),
      'Browser sessions, the last opened first: all for an administrator, the own ones for others',
    ),
    ...problems,
  },
});
const endSession = createRoute({
  method: 'delete',
  path: '/sessions/{id}',
  request: { params: z.object({ id: idSchema }) },
  responses: { 204: noContent, ...problems },
});

const listPeople = createRoute({
  method: 'get',
  path: '/people',
  responses: {
    200: answer(z.object({ items: z.array(z.string()) }), 'The known people who may decide'),
    ...problems,
  },
});

/** Creates the routes for browser sessions. Only administrators see and end sessions of other users. */
export function createSessionRoutes(access: AccessService) {
  return createConsoleRouter()
    .openapi(listSessions, async (c) => {
      const identity = c.get('identity');
      const sessions = await access.listSessions(identity);
      return c.json(
        { items: sessions.map((each) => viewSession(each, identity.session?.id)), cursor: null },
        200,
      );
    })
    .openapi(listPeople, async (c) => c.json({ items: [...(await access.listApprovers())] }, 200))
    .openapi(endSession, async (c) => {
      await access.endSession(c.req.valid('param').id, c.get('identity'));
      return c.body(null, 204);
    });
}

function viewSession({ created_at, last_used_at, expires_at, ...facts }: SessionFacts, current?: string) {
  return {
    ...facts,
    is_current: facts.id === current,
    created_at: created_at === null ? null : writeTime(created_at),
    last_used_at: last_used_at === null ? null : writeTime(last_used_at),
    expires_at: writeTime(expires_at),
  };
}
