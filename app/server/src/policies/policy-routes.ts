import { createRoute, z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { answer, body, pageOf, problems } from '../http/http-schemas.ts';
import { requireRole } from '../identity/identity.ts';
import {
  activatePolicySchema,
  changePolicySchema,
  dryRunResultSchema,
  dryRunSchema,
  policyListSchema,
  policySchema,
  ruleSchema,
} from './policy-schemas.ts';
import type { PolicyService } from './policy-service.ts';

const params = z.object({ name: z.string().max(64) });

const listPolicies = createRoute({
  method: 'get',
  path: '/policies',
  responses: { 200: answer(policyListSchema, 'All profiles'), ...problems },
});
const listRules = createRoute({
  method: 'get',
  path: '/rules',
  responses: {
    200: answer(pageOf(ruleSchema), 'The meaning of rule ids, and the decision of each profile'),
    ...problems,
  },
});
const activate = createRoute({
  method: 'put',
  path: '/policies/active',
  request: { body: body(activatePolicySchema) },
  responses: { 200: answer(policyListSchema, 'All profiles'), ...problems },
});
const getPolicy = createRoute({
  method: 'get',
  path: '/policies/{name}',
  request: { params },
  responses: { 200: answer(policySchema, 'The profile'), ...problems },
});
const changePolicy = createRoute({
  method: 'put',
  path: '/policies/{name}',
  request: { params, body: body(changePolicySchema) },
  responses: { 200: answer(policySchema, 'The profile after the change'), ...problems },
});
const dryRun = createRoute({
  method: 'post',
  path: '/policies/{name}/dry-run',
  request: { params, body: body(dryRunSchema) },
  responses: {
    200: answer(dryRunResultSchema, 'The decisions that would change; nothing is stored'),
    ...problems,
  },
});

/** Creates the routes for policy profiles. */
export function createPolicyRoutes(policies: PolicyService) {
  return createConsoleRouter()
    .openapi(listPolicies, async (c) => c.json(await policies.list(), 200))
    .openapi(listRules, async (c) => c.json({ items: await policies.listRules(), cursor: null }, 200))
    .openapi(activate, async (c) => {
      const identity = c.get('identity');
      requireRole(identity, 'admin');
      return c.json(await policies.activate(c.req.valid('json').name, identity), 200);
    })
    .openapi(getPolicy, async (c) => c.json(await policies.get(c.req.valid('param').name), 200))
    .openapi(changePolicy, async (c) => {
      const identity = c.get('identity');
      requireRole(identity, 'admin');
      const { name } = c.req.valid('param');
      return c.json(await policies.change(name, c.req.valid('json'), identity), 200);
    })
    .openapi(dryRun, async (c) => {
      const requester = { userId: c.get('identity').id, signal: c.req.raw.signal };
      return c.json(await policies.dryRun(c.req.valid('param').name, c.req.valid('json'), requester), 200);
    });
}
