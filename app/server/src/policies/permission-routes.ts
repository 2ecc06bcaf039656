import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { body, get, post, returns, shortTextSchema } from '../http/http-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { requireRole } from '../identity/identity.ts';
import type { RunHost } from '../runs/run-host.ts';

const covered = {
  agent_name: z.string(),
  tool_id: z.string(),
  covered_digest: z.string(),
  covers: z.string(),
  covers_ja: z.string(),
};
const permissionsSchema = z
  .object({
    items: z.array(
      z.object({
        ...covered,
        permission_id: z.string(),
        owner: z.string(),
        reason: z.string(),
        confirmed_at: z.string(),
        expires_at: z.string(),
        uses_left: z.number(),
      }),
    ),
    proposals: z.array(
      z.object({
        ...covered,
        is_pattern: z.boolean(),
        questions_saved: z.number(),
        denied_allowed: z.number(),
      }),
    ),
  })
  .openapi('StandingPermissions');

const responses = returns(permissionsSchema, 'The standing permissions and the proposals');
const listPermissions = get('/permissions', {}, responses);
const confirmPermission = post(
  '/permissions',
  {
    body: body(
      strictObject({
        covered_digest: shortTextSchema,
        reason: shortTextSchema,
        ttl_days: z.number().int().min(1).max(90).optional(),
        max_uses: z.number().int().min(1).max(10_000).optional(),
      }),
    ),
  },
  responses,
);
const revokePermission = post(
  '/permissions/revoke',
  { body: body(strictObject({ permission_id: shortTextSchema, reason: shortTextSchema })) },
  responses,
);

/** Creates the routes of the standing permissions. Administrators confirm them; approvers may revoke them. */
export function createPermissionRoutes(runHost: RunHost) {
  const list = async () => {
    const { permissions } = runHost.runner();
    const [items, proposals] = await Promise.all([permissions.list(), permissions.propose()]);
    return {
      items: [...items],
      proposals: proposals.map(({ approvals: _approvals, ...proposal }) => proposal),
    };
  };
  return createConsoleRouter()
    .openapi(listPermissions, async (c) => c.json(await list(), 200))
    .openapi(confirmPermission, async (c) => {
      const identity = requireRole(c.get('identity'), 'admin');
      const { covered_digest, reason, ttl_days, max_uses } = c.req.valid('json');
      await runHost.runner().permissions.confirm({
        coveredDigest: covered_digest,
        by: { id: identity.id },
        reason,
        ttlDays: ttl_days,
        maxUses: max_uses,
      });
      return c.json(await list(), 200);
    })
    .openapi(revokePermission, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      const { permission_id, reason } = c.req.valid('json');
      await runHost.runner().permissions.revoke(permission_id, { by: { id: identity.id }, reason });
      return c.json(await list(), 200);
    });
}
