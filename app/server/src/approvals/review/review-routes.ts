import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../../http/console-environment.ts';
import {
  body,
  creates,
  get,
  noContent,
  post,
  put,
  remove,
  returns,
  shortTextSchema,
  wellFormedSchema,
} from '../../http/http-schemas.ts';
import { problemInJapanese } from '../../http/problem-in-japanese.ts';
import { idSchema } from '../../http/shared-schemas.ts';
import { strictObject } from '../../http/strict-object.ts';
import { requireRole } from '../../identity/identity.ts';
import { approvalCountsSchema, commentSchema } from '../approval-schemas.ts';
import { progressSchema } from '../decision-schemas.ts';
import type { PendingReader } from '../pending/pending-reader.ts';
import { viewFilterOf } from '../pending/view-filter.ts';
import type { DecisionQueue } from './decision-queue.ts';
import type { ReviewService } from './review-service.ts';

const params = z.object({ approval_id: idSchema });
const batchParams = z.object({ batch: idSchema });

const countApprovals = get(
  '/approvals/counts',
  {},
  returns(approvalCountsSchema, 'The number of pending approval requests'),
);
const assign = put(
  '/approvals/{approval_id}/assignee',
  { params, body: body(strictObject({ assignee: shortTextSchema.nullable() })) },
  noContent,
);
const comment = post(
  '/approvals/{approval_id}/comments',
  { params, body: body(strictObject({ body: wellFormedSchema.trim().min(1).max(4000) })) },
  creates(commentSchema, 'The comment'),
);
const read = put(
  '/approvals/{approval_id}/readers',
  { params, body: body(strictObject({ is_open: z.boolean() })) },
  returns(z.object({ readers: z.array(z.string()) }), 'The other people who have the request open'),
);
const progress = get(
  '/decisions/{batch}',
  { params: batchParams },
  returns(progressSchema, 'The progress of own decisions'),
);
const undo = remove(
  '/decisions/{batch}',
  { params: batchParams },
  returns(z.object({ undone: z.number() }), 'The number of undone decisions'),
);
const hasten = post('/decisions/{batch}/effect', { params: batchParams }, noContent);
const saveView = put(
  '/inbox-views/{name}',
  {
    params: z.object({ name: shortTextSchema }),
    body: body(strictObject({ query: z.string().max(1000) })),
  },
  noContent,
);
const removeView = remove('/inbox-views/{name}', { params: z.object({ name: shortTextSchema }) }, noContent);

/** Creates the routes for what people do with pending requests: counts, views, assignments, comments, undo. */
export function createReviewRoutes(options: {
  pending: PendingReader;
  review: ReviewService;
  queue: DecisionQueue;
}) {
  const { pending, review, queue } = options;
  return createConsoleRouter()
    .openapi(countApprovals, async (c) => {
      const identity = c.get('identity');
      const views = await review.views(identity);
      const { saved, ...counts } = await pending.count(
        identity,
        views.map(({ query }) => viewFilterOf(query)),
      );
      return c.json(
        { ...counts, views: views.map((view, index) => ({ ...view, count: saved[index] ?? 0 })) },
        200,
      );
    })
    .openapi(assign, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      await review.assign(c.req.valid('param').approval_id, c.req.valid('json').assignee, identity);
      return c.body(null, 204);
    })
    .openapi(comment, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      const { approval_id: id } = c.req.valid('param');
      return c.json(await review.comment(id, c.req.valid('json').body, identity), 201);
    })
    .openapi(read, async (c) => {
      const { approval_id: id } = c.req.valid('param');
      const readers = await review.reading(id, c.get('identity'), c.req.valid('json').is_open);
      return c.json({ readers }, 200);
    })
    .openapi(progress, async (c) => {
      const { failed, ...rest } = await queue.progress(c.req.valid('param').batch, c.get('identity'));
      const described = failed.map((each) => ({ ...each, title_ja: problemInJapanese[each.code] }));
      return c.json({ ...rest, failed: described }, 200);
    })
    .openapi(undo, async (c) =>
      c.json({ undone: await queue.undo(c.req.valid('param').batch, c.get('identity')) }, 200),
    )
    .openapi(hasten, async (c) => {
      await queue.hasten(c.req.valid('param').batch, c.get('identity'));
      return c.body(null, 204);
    })
    .openapi(saveView, async (c) => {
      await review.saveView(c.req.valid('param').name, c.req.valid('json').query, c.get('identity'));
      return c.body(null, 204);
    })
    .openapi(removeView, async (c) => {
      await review.removeView(c.req.valid('param').name, c.get('identity'));
      return c.body(null, 204);
    });
}
