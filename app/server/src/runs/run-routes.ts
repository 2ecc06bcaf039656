import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { body, get, pageOf, post, problems, returns, streamed } from '../http/http-schemas.ts';
import { sendProblem, validationProblem } from '../http/problem.ts';
import { sendLines } from '../http/send-lines.ts';
import { idSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { requireRole } from '../identity/identity.ts';
import type { RunReader } from './run-reader.ts';
import {
  runContextSchema,
  runDetailSchema,
  runFacetsSchema,
  runQuerySchema,
  runSummarySchema,
} from './run-schemas.ts';

const params = z.object({ run_id: idSchema });

const listRuns = get(
  '/runs',
  { query: runQuerySchema },
  returns(pageOf(runSummarySchema), 'Runs, newest first'),
);
const getRun = get('/runs/{run_id}', { params }, returns(runDetailSchema, 'The run as a timeline'));

const getFacets = get('/runs/facets', {}, returns(runFacetsSchema, 'The values of the filters'));
const readContext = post(
  '/runs/{run_id}/context',
  { params, body: body(strictObject({ approval_id: idSchema.optional() })) },
  returns(runContextSchema, 'The conversation; the access is recorded'),
);

/** Creates the routes for runs. */
export function createRunRoutes(runs: RunReader) {
  const router = createConsoleRouter();
  router.openAPIRegistry.registerPath({
    method: 'get',
    path: '/runs/{run_id}/log.jsonl',
    request: { params },
    responses: { 200: streamed('application/x-ndjson', 'The records of the run, one per line'), ...problems },
  });
  router.get('/runs/:run_id/log.jsonl', async (c) => {
    const parsed = params.safeParse(c.req.param());
    if (!parsed.success) return sendProblem(c, validationProblem(parsed.error, 'path'));
    const { run_id: runId } = parsed.data;
    return sendLines(c, await runs.exportLog(runId), `${runId}.jsonl`);
  });
  return router
    .openapi(listRuns, async (c) => c.json(await runs.list(c.req.valid('query')), 200))
    .openapi(getFacets, async (c) => c.json(await runs.facets(), 200))
    .openapi(readContext, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      const { approval_id: approvalId } = c.req.valid('json');
      return c.json(await runs.context(c.req.valid('param').run_id, identity, approvalId), 200);
    })
    .openapi(getRun, async (c) => c.json(await runs.get(c.req.valid('param').run_id), 200));
}
