import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { body, creates, get, noContent, pageOf, post, put, returns } from '../http/http-schemas.ts';
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

const listPolicies = get('/policies', {}, returns(policyListSchema, 'All profiles'));
const listRules = get(
  '/rules',
  {},
  returns(pageOf(ruleSchema), 'The meaning of rule ids, and the decision of each profile'),
);
const activate = put(
  '/policies/active',
  { body: body(activatePolicySchema) },
  returns(policyListSchema, 'All profiles'),
);
const getPolicy = get('/policies/{name}', { params }, returns(policySchema, 'The profile'));
const changePolicy = put(
  '/policies/{name}',
  { params, body: body(changePolicySchema) },
  returns(policySchema, 'The profile after the change'),
);
const listVersions = get(
  '/policies/{name}/versions',
  { params },
  returns(pageOf(policyVersionSchema), 'All saved versions, newest first'),
);
const getDraft = get('/policies/{name}/draft', { params }, returns(draftSchema, 'Your unsaved edit'));
const putDraft = put('/policies/{name}/draft', { params, body: body(draftSchema) }, noContent);
const startDryRun = post(
  '/policies/{name}/dry-runs',
  { params, body: body(startDryRunSchema) },
  creates(dryRunSchema, 'The started dry run; poll it by its id'),
);
const getDryRun = get(
  '/dry-runs/{id}',
  { params: z.object({ id: z.string().max(64) }) },
  returns(dryRunSchema, 'The progress, or the decisions that would change'),
);

/** Creates the routes for policy profiles. */
export function createPolicyRoutes(policies: PolicyService) {
  return createConsoleRouter()
    .openapi(listPolicies, async (c) => c.json(await policies.list(), 200))
    .openapi(listRules, async (c) => c.json({ items: await policies.listRules(), cursor: null }, 200))
    .openapi(activate, async (c) => {
      const identity = requireRole(c.get('identity'), 'admin');
      return c.json(await policies.activate(c.req.valid('json').name, identity), 200);
    })
    .openapi(getPolicy, async (c) => c.json(await policies.get(c.req.valid('param').name), 200))
    .openapi(changePolicy, async (c) => {
      const identity = requireRole(c.get('identity'), 'admin');
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
