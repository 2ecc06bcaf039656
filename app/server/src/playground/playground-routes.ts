import { createRoute, z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { answer, body, problems } from '../http/http-schemas.ts';
import { requireRole } from '../identity/identity.ts';
import { playgroundSchema, startScenarioSchema } from './playground-schemas.ts';
import type { PlaygroundService } from './playground-service.ts';

const listScenarios = createRoute({
  method: 'get',
  path: '/playground',
  responses: { 200: answer(playgroundSchema, 'The tasks'), ...problems },
});
const startScenario = createRoute({
  method: 'post',
  path: '/playground/runs',
  request: { body: body(startScenarioSchema) },
  responses: { 201: answer(z.object({ run_id: z.string() }), 'The run was started'), ...problems },
});

/** Creates the routes of the playground. */
export function createPlaygroundRoutes(playground: PlaygroundService) {
  return createConsoleRouter()
    .openapi(listScenarios, async (c) => c.json({ scenarios: await playground.list() }, 200))
    .openapi(startScenario, async (c) => {
      const identity = c.get('identity');
      requireRole(identity, 'approver');
      const { scenario, language } = c.req.valid('json');
      return c.json({ run_id: await playground.start(scenario, language, identity.id) }, 201);
    });
}
