import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { get, returns } from '../http/http-schemas.ts';
import { idSchema, objectSchema } from '../http/shared-schemas.ts';
import { approvalDetailSchema, approvalSummarySchema } from './approval-schemas.ts';
import type { DecisionRecords } from './decision-record.ts';

const params = z.object({ approval_id: idSchema });

const recordSchema = z
  .object({
    request: approvalDetailSchema,
    events: z.array(
      z.object({
        seq: z.number(),
        event: z.string(),
        at: z.string(),
        by: z.string().nullable(),
        decision: z.string(),
        data: objectSchema,
        hash: z.string(),
      }),
    ),
    verification: z.object({ ok: z.boolean(), records: z.number(), problems: z.array(z.string()) }),
  })
  .openapi('DecisionRecord');

const similarSchema = z
  .object({
    approved: z.number(),
    denied: z.number(),
    expired: z.number(),
    pending: z.number(),
    /** The number of earlier requests with the same destination; null without a destination. */
    same_destination: z.number().nullable(),
    items: z.array(approvalSummarySchema),
  })
  .openapi('SimilarRequests');

const getRecord = get(
  '/approvals/{approval_id}/record',
  { params },
  returns(recordSchema, 'What was displayed, decided and executed'),
);
const getSimilar = get(
  '/approvals/{approval_id}/similar',
  { params },
  returns(similarSchema, 'Earlier requests of the same agent and tool'),
);

/** Creates the routes for decision records and similar requests. */
export function createRecordRoutes(records: DecisionRecords) {
  return createConsoleRouter()
    .openapi(getRecord, async (c) => c.json(await records.get(c.req.valid('param').approval_id), 200))
    .openapi(getSimilar, async (c) => c.json(await records.similar(c.req.valid('param').approval_id), 200));
}
