import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { body, creates, deleted, get, post, remove, returns } from '../http/http-schemas.ts';
import { idSchema } from '../http/shared-schemas.ts';
import { requireRole } from '../identity/identity.ts';
import type { KnownAgentsReader } from './known-agents-reader.ts';
import {
  knownAgentsSchema,
  playgroundSchema,
  requestRunSchema,
  startScenarioSchema,
  trialSchema,
  trialStepsSchema,
} from './playground-schemas.ts';
import type { PlaygroundService } from './playground-service.ts';

const started = creates(z.object({ run_id: z.string() }), 'The run was started or queued');

const listScenarios = get('/playground', {}, returns(playgroundSchema, 'The tasks'));
const startScenario = post('/playground/runs', { body: body(startScenarioSchema) }, started);
const tryCalls = post(
  '/playground/trials',
  { body: body(trialSchema) },
  returns(trialStepsSchema, 'The decisions; nothing was stored or executed'),
);
const listAgents = get('/playground/agents', {}, returns(knownAgentsSchema, 'The agents of other programs'));
const requestRun = post('/playground/requests', { body: body(requestRunSchema) }, started);

const cancelRun = remove(
  '/playground/requests/{run_id}',
  { params: z.object({ run_id: idSchema }) },
  deleted,
);

/** Creates the routes of the playground. */
export function createPlaygroundRoutes(playground: PlaygroundService, agents: KnownAgentsReader) {
  return createConsoleRouter()
    .openapi(listScenarios, async (c) => c.json(await playground.list(), 200))
    .openapi(startScenario, async (c) => {
      const identity = c.get('identity');
      requireRole(identity, 'approver');
      const { scenario, language } = c.req.valid('json');
      return c.json({ run_id: await playground.start(scenario, language, identity.id) }, 201);
    })
    .openapi(tryCalls, async (c) => {
      requireRole(c.get('identity'), 'approver');
      return c.json({ steps: await playground.tryCalls(c.req.valid('json')) }, 200);
    })
    .openapi(listAgents, async (c) => c.json({ items: await agents.list() }, 200))
    .openapi(requestRun, async (c) => {
      const identity = c.get('identity');
      requireRole(identity, 'admin');
      return c.json({ run_id: await agents.request(c.req.valid('json'), identity) }, 201);
    })
    .openapi(cancelRun, async (c) => {
      await agents.cancel(c.req.valid('param').run_id, requireRole(c.get('identity'), 'approver'));
      return c.body(null, 204);
    });
}
