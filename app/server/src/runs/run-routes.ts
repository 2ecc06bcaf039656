import { createRoute, z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { answer, pageOf, problems, streamed } from '../http/http-schemas.ts';
import { sendProblem, validationProblem } from '../http/problem.ts';
import { sendLines } from '../http/send-lines.ts';
import { idSchema } from '../http/shared-schemas.ts';
import type { RunReader } from './run-reader.ts';
import { runDetailSchema, runQuerySchema, runSummarySchema } from './run-schemas.ts';

const params = z.object({ run_id: idSchema });

const listRuns = createRoute({
  method: 'get',
  path: '/runs',
  request: { query: runQuerySchema },
  responses: { 200: answer(pageOf(runSummarySchema), 'Runs, newest first'), ...problems },
});
const getRun = createRoute({
  method: 'get',
  path: '/runs/{run_id}',
  request: { params },
  responses: { 200: answer(runDetailSchema, 'The run as a timeline'), ...problems },
});

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
    .openapi(getRun, async (c) => c.json(await runs.get(c.req.valid('param').run_id), 200));
}
