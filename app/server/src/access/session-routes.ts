import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { get, noContent, pageOf, remove, returns } from '../http/http-schemas.ts';
import { idSchema } from '../http/shared-schemas.ts';
import { writeTime } from '../http/view-page.ts';
import type { AccessService } from './access-service.ts';
import type { SessionFacts } from './access-store.ts';
import { requireRole } from '../identity/identity.ts';
import type { KnownPerson } from './describe-people.ts';
import { accessSchema, openSessionSchema, type RoleSources } from './sign-in-schemas.ts';

const DECISION_DAYS = 30;

const listSessions = get(
  '/sessions',
  {},
  returns(
    pageOf(openSessionSchema),
    'Browser sessions, the last opened first: all for an administrator, the own ones for others',
  ),
);
const endSession = remove('/sessions/{id}', { params: z.object({ id: idSchema }) }, noContent);

const listPeople = get(
  '/people',
  {},
  returns(z.object({ items: z.array(z.string()) }), 'The known people who may decide'),
);

const listAccess = get(
  '/access',
  {},
  returns(accessSchema, 'The people with their roles, and where roles come from'),
);

/** Creates the routes for people and browser sessions. Only administrators see and end sessions of other users. */
export function createSessionRoutes({
  access,
  roleSources,
  decisionsByPerson,
}: {
  access: AccessService;
  roleSources: RoleSources;
  decisionsByPerson: (days: number) => Promise<ReadonlyMap<string, { approved: number; denied: number }>>;
}) {
  return createConsoleRouter()
    .openapi(listSessions, async (c) => {
      const identity = c.get('identity');
      const sessions = await access.listSessions(identity);
      return c.json(
        { items: sessions.map((each) => viewSession(each, identity.session?.id)), cursor: null },
        200,
      );
    })
    .openapi(listAccess, async (c) => {
      requireRole(c.get('identity'), 'admin');
      const [people, decisions] = await Promise.all([access.listPeople(), decisionsByPerson(DECISION_DAYS)]);
      const known = new Set(people.map(({ id }) => id));
      const others = [...decisions.keys()].filter((id) => !known.has(id)).map(withoutAccess);
      const items = [...people, ...others].map((person) => ({
        ...person,
        ...(decisions.get(person.id) ?? { approved: 0, denied: 0 }),
      }));
      return c.json({ items, ...roleSources }, 200);
    })
    .openapi(listPeople, async (c) => c.json({ items: [...(await access.listApprovers())] }, 200))
    .openapi(endSession, async (c) => {
      await access.endSession(c.req.valid('param').id, c.get('identity'));
      return c.body(null, 204);
    });
}

/** A person who decided with another program, such as the command line, and has no access to this console. */
const withoutAccess = (id: string): KnownPerson => ({
  id,
  role: 'viewer',
  sources: [],
  last_active_at: null,
  tokens: 0,
  sessions: 0,
});

function viewSession({ created_at, last_used_at, expires_at, ...facts }: SessionFacts, current?: string) {
  return {
    ...facts,
    is_current: facts.id === current,
    created_at: created_at === null ? null : writeTime(created_at),
    last_used_at: last_used_at === null ? null : writeTime(last_used_at),
    expires_at: writeTime(expires_at),
  };
}
