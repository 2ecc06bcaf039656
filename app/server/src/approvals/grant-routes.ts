import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { get, noContent, pageOf, remove, returns } from '../http/http-schemas.ts';
import { idSchema } from '../http/shared-schemas.ts';
import { requireRole } from '../identity/identity.ts';
import { grantSchema } from './approval-schemas.ts';
import type { GrantService } from './grant-service.ts';

const listGrants = get(
  '/grants',
  { query: z.object({ run_id: idSchema.optional() }) },
  returns(pageOf(grantSchema), 'Active grants'),
);
const revokeGrant = remove(
  '/grants/{grant_id}',
  { params: z.object({ grant_id: idSchema }), query: z.object({ run_id: idSchema }) },
  noContent,
);

/** Creates the routes for grants. */
export function createGrantRoutes(grants: GrantService) {
  return createConsoleRouter()
    .openapi(listGrants, async (c) => {
      return c.json({ items: await grants.list(c.req.valid('query').run_id), cursor: null }, 200);
    })
    .openapi(revokeGrant, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      await grants.revoke(c.req.valid('param').grant_id, c.req.valid('query').run_id, identity);
      return c.body(null, 204);
    });
}
