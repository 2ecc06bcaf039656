import { createRoute, z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { answer, pageOf, problems } from '../http/http-schemas.ts';
import { idSchema, noContent } from '../http/shared-schemas.ts';
import { requireRole } from '../identity/identity.ts';
import { grantSchema } from './approval-schemas.ts';
import type { GrantService } from './grant-service.ts';

const listGrants = createRoute({
  method: 'get',
  path: '/grants',
  request: { query: z.object({ run_id: idSchema.optional() }) },
  responses: { 200: answer(pageOf(grantSchema), 'Active grants'), ...problems },
});
const revokeGrant = createRoute({
  method: 'delete',
  path: '/grants/{grant_id}',
  request: { params: z.object({ grant_id: idSchema }), query: z.object({ run_id: idSchema }) },
  responses: { 204: noContent, ...problems },
});

/** Creates the routes for grants. */
export function createGrantRoutes(grants: GrantService) {
  return createConsoleRouter()
    .openapi(listGrants, async (c) => {
      return c.json({ items: await grants.list(c.req.valid('query').run_id), cursor: null }, 200);
    })
    .openapi(revokeGrant, async (c) => {
      const identity = c.get('identity');
      requireRole(identity, 'approver');
      await grants.revoke(c.req.valid('param').grant_id, c.req.valid('query').run_id, identity);
      return c.body(null, 204);
    });
}
