import { createRoute, z } from '@hono/zod-openapi';
import type { RunReader } from '../../application/console/run-reader.ts';
import { answer, pageOf, problems } from '../http-schemas.ts';
import { createConsoleRouter } from './console-environment.ts';
import { runDetailSchema, runQuerySchema, runSummarySchema } from './run-schemas.ts';
import { sendLines } from './send-lines.ts';
import { idSchema } from './shared-schemas.ts';

const params = z.object({ run_id: idSchema });

const listRuns = createRoute({
  method: 'get',
  path: '/runs',
  request: { query: runQuerySchema },
  responses: { 200: answer(pageOf(runSummarySchema), 'Runs, the newest first'), ...problems },
});
const getRun = createRoute({
  method: 'get',
  path: '/runs/{run_id}',
  request: { params },
  responses: { 200: answer(runDetailSchema, 'The run as a timeline'), ...problems },
});

/** Routes for runs. */
export function createRunRoutes(runs: RunReader) {
  const router = createConsoleRouter();
  router.get('/runs/:run_id/log.jsonl', async (c) => {
    const { run_id: runId } = params.parse(c.req.param());
    // Found first, so that a run that is not there is a problem and not a broken download.
    await runs.get(runId);
    return sendLines(c, runs.exportLog(runId), `${runId}.jsonl`);
  });
  return router
    .openapi(listRuns, async (c) => c.json(await runs.list(c.req.valid('query')), 200))
    .openapi(getRun, async (c) => c.json(await runs.get(c.req.valid('param').run_id), 200));
}
