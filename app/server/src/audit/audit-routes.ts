import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { body, creates, get, pageOf, post, problems, returns, streamed } from '../http/http-schemas.ts';
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

const listAudit = get(
  '/audit',
  { query: auditQuerySchema },
  returns(auditPageSchema, 'Records, newest first'),
);
const getRecord = get(
  '/audit/{seq}',
  { params: z.object({ seq: z.coerce.number().int().min(1) }) },
  returns(auditRecordSchema, 'The record'),
);
const verify = post(
  '/audit/verify',
  { body: body(strictObject({ anchor: checkpointSchema.optional() })) },
  returns(verificationSchema, 'The result of the verification of the chain'),
);
const getProgress = get(
  '/audit/verification',
  {},
  returns(
    z.object({ progress: z.object({ read: z.number(), total: z.number() }).nullable() }),
    'The progress of the current verification on this server',
  ),
);
const listCheckpoints = get(
  '/audit/checkpoints',
  { query: pageSchema },
  returns(
    pageOf(z.object({ seq: z.number(), at: z.string(), checkpoint: checkpointSchema.nullable() })),
    'Checkpoints, newest first',
  ),
);
const createCheckpoint = post(
  '/audit/checkpoints',
  {},
  creates(checkpointSchema, 'The checkpoint; store it outside of the state store'),
);

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
