import { createRoute, z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { answer, body, pageOf, problems, streamed } from '../http/http-schemas.ts';
import { sendProblem, validationProblem } from '../http/problem.ts';
import { sendLines } from '../http/send-lines.ts';
import { pageSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { requireRole } from '../identity/identity.ts';
import {
  auditExportSchema,
  auditPageSchema,
  auditQuerySchema,
  auditRecordSchema,
  checkpointSchema,
  verificationSchema,
} from '../runs/run-schemas.ts';
import type { AuditReader } from './audit-reader.ts';

const listAudit = createRoute({
  method: 'get',
  path: '/audit',
  request: { query: auditQuerySchema },
  responses: { 200: answer(auditPageSchema, 'Records, newest first'), ...problems },
});
const getRecord = createRoute({
  method: 'get',
  path: '/audit/{seq}',
  request: { params: z.object({ seq: z.coerce.number().int().min(1) }) },
  responses: { 200: answer(auditRecordSchema, 'The record'), ...problems },
});
const verify = createRoute({
  method: 'post',
  path: '/audit/verify',
  request: { body: body(strictObject({ anchor: checkpointSchema.optional() })) },
  responses: { 200: answer(verificationSchema, 'The result of the verification of the chain'), ...problems },
});
const getProgress = createRoute({
  method: 'get',
  path: '/audit/verification',
  responses: {
    200: answer(
      z.object({ progress: z.object({ read: z.number(), total: z.number() }).nullable() }),
      'The progress of the current verification on this server',
    ),
    ...problems,
  },
});
const listCheckpoints = createRoute({
  method: 'get',
  path: '/audit/checkpoints',
  request: { query: pageSchema },
  responses: {
    200: answer(
      pageOf(z.object({ seq: z.number(), at: z.string(), checkpoint: checkpointSchema.nullable() })),
      'Checkpoints, newest first',
    ),
    ...problems,
  },
});
const createCheckpoint = createRoute({
  method: 'post',
  path: '/audit/checkpoints',
  responses: {
    201: answer(checkpointSchema, 'The checkpoint; store it outside of the state store'),
    ...problems,
  },
});

/** Creates the routes for the audit log. */
export function createAuditRoutes(audit: AuditReader) {
  const router = createConsoleRouter();
  router.openAPIRegistry.registerPath({
    method: 'get',
    path: '/audit/export',
    request: { query: auditExportSchema },
    responses: {
      200: streamed('application/x-ndjson', 'The records, one per line, as JSON or CSV'),
      ...problems,
    },
  });
  router.get('/audit/export', async (c) => {
    const parsed = auditExportSchema.safeParse(c.req.query());
    if (!parsed.success) return sendProblem(c, validationProblem(parsed.error, 'query'));
    const { format, ...query } = parsed.data;
    return sendLines(c, audit.exportLines(query, format), `audit.${format}`);
  });
  return router
    .openapi(listAudit, async (c) => c.json(await audit.list(c.req.valid('query')), 200))
    .openapi(listCheckpoints, async (c) => {
      const { limit, cursor } = c.req.valid('query');
      const page = await audit.list({ event: 'audit.checkpoint', limit, cursor });
      const items = page.items.map(({ seq, timestamp: at, data }) => {
        const parsed = checkpointSchema.safeParse(data);
        return { seq, at, checkpoint: parsed.success ? parsed.data : null };
      });
      return c.json({ items, cursor: page.cursor }, 200);
    })
    .openapi(getProgress, async (c) => c.json({ progress: audit.progress }, 200))
    .openapi(getRecord, async (c) => c.json(await audit.get(c.req.valid('param').seq), 200))
    .openapi(verify, async (c) => {
      const requester = { userId: c.get('identity').id, signal: c.req.raw.signal };
      return c.json(await audit.verify(c.req.valid('json').anchor, requester), 200);
    })
    .openapi(createCheckpoint, async (c) => {
      requireRole(c.get('identity'), 'admin');
      return c.json(await audit.createCheckpoint(), 201);
    });
}
