import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../../http/console-environment.ts';
import { body, post, returns } from '../../http/http-schemas.ts';
import { problemInJapanese } from '../../http/problem-in-japanese.ts';
import { idSchema } from '../../http/shared-schemas.ts';
import { requireRole } from '../../identity/identity.ts';
import { delayedSchema, failureSchema, groupDecisionSchema } from '../decision-schemas.ts';
import { UNUSUAL } from './describe-group.ts';
import type { GroupService } from './group-service.ts';

const groupSchema = z
  .object({
    key: z.string(),
    /** The displayed set, for the decision. */
    digest: z.string(),
    /** The size of the group. A page displays at most 1,000 members. */
    total: z.number(),
    approval: z.object({
      approval_id: z.string(),
      kind: z.enum(['call', 'outcome']),
      tool_id: z.string(),
      agent_name: z.string(),
      risk_level: z.number(),
      effect: z.string(),
      reason: z.string(),
      reason_ja: z.string(),
    }),
    application: z.string(),
    same: z.array(z.object({ path: z.string(), value: z.string() })),
    differs: z.array(
      z.object({
        path: z.string(),
        buckets: z.array(z.object({ name: z.string(), count: z.number() })),
      }),
    ),
    members: z.array(
      z.object({
        approval_id: z.string(),
        /** The values of the paths in `differs`, in their order. */
        values: z.array(z.string().nullable()),
        unusual: z.enum(UNUSUAL).nullable(),
      }),
    ),
  })
  .openapi('ApprovalGroup');

const readGroup = post(
  '/approval-groups/{key}/reading',
  { params: z.object({ key: idSchema }) },
  returns(groupSchema, 'The complete values of the group'),
);
const decideGroup = post(
  '/approval-groups/{key}/decision',
  {
    params: z.object({ key: idSchema }),
    body: body(groupDecisionSchema),
  },
  returns(
    z.object({ delayed: delayedSchema.nullable(), failed: z.array(failureSchema) }),
    'The batch of the decisions, and the requests that were not decided',
  ),
);

/** Creates the routes for groups of similar requests. */
export function createGroupRoutes(groups: GroupService) {
  return createConsoleRouter()
    .openapi(readGroup, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      return c.json(await groups.read(c.req.valid('param').key, identity), 200);
    })
    .openapi(decideGroup, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      const { delayed, failed } = await groups.decide(c.req.valid('json'), identity);
      return c.json(
        { delayed, failed: failed.map((each) => ({ ...each, title_ja: problemInJapanese[each.code] })) },
        200,
      );
    });
}
