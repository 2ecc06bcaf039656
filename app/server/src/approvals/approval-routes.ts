import { z } from '@hono/zod-openapi';
import { ConsoleError } from '../errors/console-error.ts';
import { createConsoleRouter } from '../http/console-environment.ts';
import { body, get, post, returns } from '../http/http-schemas.ts';
import { problemInJapanese } from '../http/problem-in-japanese.ts';
import { idSchema } from '../http/shared-schemas.ts';
import { requireRole, type Identity } from '../identity/identity.ts';
import type { ResumeService } from '../runs/resume-service.ts';
import type { RunHost } from '../runs/run-host.ts';
import type { ApprovalReader } from './approval-reader.ts';
import {
  approvalDetailSchema,
  approvalPageSchema,
  approvalQuerySchema,
  approvalSummarySchema,
  extensionSchema,
  readingSchema,
} from './approval-schemas.ts';
import type { ApprovalService, DecisionResult } from './approval-service.ts';
import { statusAt, summarizeApproval } from './approval-view.ts';
import {
  decisionResultSchema,
  decisionSchema,
  manyDecisionsSchema,
  manyResultsSchema,
  outcomeSchema,
} from './decision-schemas.ts';
import { checkBatch, checkTurn, decideMany, type ManyResults } from './decide-many.ts';
import type { DecisionQueue, QueuedDecision } from './review/decision-queue.ts';
import type { ReviewService } from './review/review-service.ts';

const params = z.object({ approval_id: idSchema });

const listApprovals = get(
  '/approvals',
  { query: approvalQuerySchema },
  returns(approvalPageSchema, 'Approval requests'),
);
const getApproval = get(
  '/approvals/{approval_id}',
  { params },
  returns(approvalDetailSchema, 'The approval request'),
);
const readApproval = post(
  '/approvals/{approval_id}/reading',
  { params },
  returns(readingSchema, 'The complete values; the access is recorded'),
);
const decide = post(
  '/approvals/{approval_id}/decision',
  { params, body: body(decisionSchema) },
  returns(decisionResultSchema, 'Recorded'),
);
const resolveOutcome = post(
  '/approvals/{approval_id}/outcome',
  { params, body: body(outcomeSchema) },
  returns(decisionResultSchema, 'Recorded'),
);
const extend = post(
  '/approvals/{approval_id}/extension',
  { params, body: body(extensionSchema) },
  returns(approvalSummarySchema, 'The approval request with its new expiry'),
);
const decideBatch = post(
  '/approvals/batch',
  { body: body(manyDecisionsSchema) },
  returns(manyResultsSchema, 'The result of each decision'),
);
const decideTurn = post(
  '/runs/{run_id}/turns/{turn}/decision',
  {
    params: z.object({ run_id: idSchema, turn: z.string().regex(/^\d{1,9}$/) }),
    body: body(manyDecisionsSchema),
  },
  returns(manyResultsSchema, 'The result of each decision'),
);

/** Creates the routes for approval requests. */
export function createApprovalRoutes(options: {
  runHost: RunHost;
  reader: ApprovalReader;
  approvalService: ApprovalService;
  resume: ResumeService;
  queue: DecisionQueue;
  review: ReviewService;
  clock: () => number;
}) {
  const { runHost, reader, approvalService, resume, queue, review, clock } = options;
  const decided = async ({ approval, ...rest }: DecisionResult) => ({
    ...rest,
    approval: await review.annotateOne(approval),
    delayed: null,
  });
  const describe = async ({ results, ...rest }: ManyResults) => ({
    ...rest,
    results: await Promise.all(
      results.map(async (result) =>
        result.outcome === 'refused'
          ? { ...result, title_ja: problemInJapanese[result.code] }
          : { ...result, approval: await review.annotateOne(result.approval) },
      ),
    ),
  });
  /** Stores a decision that takes effect later. */
  const delay = async (
    approvalId: string,
    queued: QueuedDecision['decision'],
    identity: Identity,
    sec: number,
  ) => {
    const approval = await approvalService.find(approvalId);
    const delayed = await queue.add([{ approval, decision: queued }], identity, sec);
    const summary = await review.annotateOne(summarizeApproval(approval, clock()));
    return { approval: summary, resume: 'delayed' as const, waiting_in_run: 0, application: '', delayed };
  };
  return createConsoleRouter()
    .openapi(listApprovals, async (c) =>
      c.json(await reader.list(c.req.valid('query'), c.get('identity')), 200),
    )
    .openapi(decideBatch, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      const request = c.req.valid('json');
      const approvals = await Promise.all(
        request.items.map(({ approval_id: id }) => approvalService.find(id)),
      );
      if (new Set(approvals.map(({ approval_id: id }) => id)).size !== approvals.length)
        throw new ConsoleError('InvalidRequest', 'The batch contains an approval request twice.');
      checkBatch(approvals);
      return c.json(
        await describe(await decideMany(approvals, request, { approvalService, resume, identity, clock })),
        200,
      );
    })
    .openapi(decideTurn, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      const { run_id, turn } = c.req.valid('param');
      const request = c.req.valid('json');
      const { rows } = await runHost.store.listApprovals({ run_id, status: 'pending', limit: 500 });
      const open = rows.filter((row) => row.turn === turn && statusAt(row, clock()) === 'pending');
      checkTurn(open, request);
      return c.json(
        await describe(await decideMany(open, request, { approvalService, resume, identity, clock })),
        200,
      );
    })
    .openapi(getApproval, async (c) => c.json(await reader.get(c.req.valid('param').approval_id), 200))
    .openapi(readApproval, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      return c.json(await approvalService.read(c.req.valid('param').approval_id, identity), 200);
    })
    .openapi(decide, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      const { approval_id: id } = c.req.valid('param');
      const { undo_sec: sec = 0, ...request } = c.req.valid('json');
      if (sec > 0) return c.json(await delay(id, { kind: 'decision', request }, identity, sec), 200);
      return c.json(await decided(await approvalService.decide(id, request, identity)), 200);
    })
    .openapi(resolveOutcome, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      const { approval_id: id } = c.req.valid('param');
      const { undo_sec: sec = 0, ...request } = c.req.valid('json');
      if (sec > 0) return c.json(await delay(id, { kind: 'outcome', request }, identity, sec), 200);
      return c.json(await decided(await approvalService.resolveOutcome(id, request, identity)), 200);
    })
    .openapi(extend, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      const { approval_id: id } = c.req.valid('param');
      const extended = await approvalService.extend(id, c.req.valid('json').ttl_sec, identity);
      return c.json(await review.annotateOne(extended), 200);
    });
}
