import { createRoute, z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { answer, body, pageOf, problems } from '../http/http-schemas.ts';
import { noContent } from '../http/shared-schemas.ts';
import { requireRole } from '../identity/identity.ts';
import { dryRunSchema } from './dry-run.ts';
import {
  activatePolicySchema,
  changePolicySchema,
  draftSchema,
  policyListSchema,
  policySchema,
  policyVersionSchema,
  ruleSchema,
  startDryRunSchema,
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
const listVersions = createRoute({
  method: 'get',
  path: '/policies/{name}/versions',
  request: { params },
  responses: { 200: answer(pageOf(policyVersionSchema), 'All saved versions, newest first'), ...problems },
});
const getDraft = createRoute({
  method: 'get',
  path: '/policies/{name}/draft',
  request: { params },
  responses: { 200: answer(draftSchema, 'Your unsaved edit'), ...problems },
});
const putDraft = createRoute({
  method: 'put',
  path: '/policies/{name}/draft',
  request: { params, body: body(draftSchema) },
  responses: { 204: noContent, ...problems },
});
const startDryRun = createRoute({
  method: 'post',
  path: '/policies/{name}/dry-runs',
  request: { params, body: body(startDryRunSchema) },
  responses: { 201: answer(dryRunSchema, 'The started dry run; poll it by its id'), ...problems },
});
const getDryRun = createRoute({
  method: 'get',
  path: '/dry-runs/{id}',
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: { 200: answer(dryRunSchema, 'The progress, or the decisions that would change'), ...problems },
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
    .openapi(listVersions, async (c) =>
      c.json({ items: await policies.listVersions(c.req.valid('param').name), cursor: null }, 200),
    )
    .openapi(getDraft, async (c) =>
      c.json(await policies.getDraft(c.req.valid('param').name, c.get('identity')), 200),
    )
    .openapi(putDraft, async (c) => {
      requireRole(c.get('identity'), 'admin');
      await policies.putDraft(c.req.valid('param').name, c.req.valid('json').draft, c.get('identity'));
      return c.body(null, 204);
    })
    .openapi(startDryRun, async (c) => {
      const { name } = c.req.valid('param');
      return c.json(await policies.startDryRun(name, c.req.valid('json'), c.get('identity')), 201);
    })
    .openapi(getDryRun, async (c) => c.json(await policies.getDryRun(c.req.valid('param').id), 200));
}
