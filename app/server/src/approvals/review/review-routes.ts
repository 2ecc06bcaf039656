import { createRoute, z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../../http/console-environment.ts';
import { answer, body, problems, shortTextSchema, wellFormedSchema } from '../../http/http-schemas.ts';
import { problemInJapanese } from '../../http/problem-in-japanese.ts';
import { idSchema, noContent } from '../../http/shared-schemas.ts';
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

const countApprovals = createRoute({
  method: 'get',
  path: '/approvals/counts',
  responses: { 200: answer(approvalCountsSchema, 'The number of pending approval requests'), ...problems },
});
const assign = createRoute({
  method: 'put',
  path: '/approvals/{approval_id}/assignee',
  request: { params, body: body(strictObject({ assignee: shortTextSchema.nullable() })) },
  responses: { 204: noContent, ...problems },
});
const comment = createRoute({
  method: 'post',
  path: '/approvals/{approval_id}/comments',
  request: { params, body: body(strictObject({ body: wellFormedSchema.trim().min(1).max(4000) })) },
  responses: { 201: answer(commentSchema, 'The comment'), ...problems },
});
const read = createRoute({
  method: 'put',
  path: '/approvals/{approval_id}/readers',
  request: { params, body: body(strictObject({ is_open: z.boolean() })) },
  responses: {
    200: answer(z.object({ readers: z.array(z.string()) }), 'The other people who have the request open'),
    ...problems,
  },
});
const progress = createRoute({
  method: 'get',
  path: '/decisions/{batch}',
  request: { params: batchParams },
  responses: { 200: answer(progressSchema, 'The progress of own decisions'), ...problems },
});
const undo = createRoute({
  method: 'delete',
  path: '/decisions/{batch}',
  request: { params: batchParams },
  responses: { 200: answer(z.object({ undone: z.number() }), 'The number of undone decisions'), ...problems },
});
const hasten = createRoute({
  method: 'post',
  path: '/decisions/{batch}/effect',
  request: { params: batchParams },
  responses: { 204: noContent, ...problems },
});
const saveView = createRoute({
  method: 'put',
  path: '/inbox-views/{name}',
  request: {
    params: z.object({ name: shortTextSchema }),
    body: body(strictObject({ query: z.string().max(1000) })),
  },
  responses: { 204: noContent, ...problems },
});
const removeView = createRoute({
  method: 'delete',
  path: '/inbox-views/{name}',
  request: { params: z.object({ name: shortTextSchema }) },
  responses: { 204: noContent, ...problems },
});

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
      const identity = c.get('identity');
      requireRole(identity, 'approver');
      await review.assign(c.req.valid('param').approval_id, c.req.valid('json').assignee, identity);
      return c.body(null, 204);
    })
    .openapi(comment, async (c) => {
      const identity = c.get('identity');
      requireRole(identity, 'approver');
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
