import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { body, get, post, returns, shortTextSchema } from '../http/http-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { requireRole } from '../identity/identity.ts';
import type { RunHost } from '../runs/run-host.ts';

const stopsSchema = z
  .object({
    items: z.array(
      z.object({
        agent: z.string().nullable(),
        tool: z.string().nullable(),
        by: z.string(),
        reason: z.string(),
        since: z.string(),
      }),
    ),
    /** The agents and tools of recent calls, of all applications. */
    agents: z.array(z.string()),
    tools: z.array(z.string()),
  })
  .openapi('Stops');

/** At most one of agent and tool. Without either, the change applies to all calls. */
const changeSchema = strictObject({
  agent: shortTextSchema.optional(),
  tool: shortTextSchema.optional(),
  reason: shortTextSchema,
});
const responses = returns(stopsSchema, 'The stops that are in force');

const listStops = get('/stops', {}, responses);
const stop = post('/stops', { body: body(changeSchema) }, responses);
const start = post('/stops/lift', { body: body(changeSchema) }, responses);

/** Creates the routes of the stop switch. Approvers may stop calls; only administrators may lift a stop. */
export function createStopRoutes(runHost: RunHost) {
  const list = async () => {
    const [stops, names] = await Promise.all([runHost.runner().stops.list(), findNames(runHost)]);
    const items = stops.map(({ agent = null, tool = null, ...rest }) => ({ ...rest, agent, tool }));
    return { items, ...names };
  };
  return createConsoleRouter()
    .openapi(listStops, async (c) => c.json(await list(), 200))
    .openapi(stop, async (c) => {
      const identity = requireRole(c.get('identity'), 'approver');
      await runHost.runner().stops.stop({ ...c.req.valid('json'), by: { id: identity.id } });
      return c.json(await list(), 200);
    })
    .openapi(start, async (c) => {
      const identity = requireRole(c.get('identity'), 'admin');
      await runHost.runner().stops.start({ ...c.req.valid('json'), by: { id: identity.id } });
      return c.json(await list(), 200);
    });
}

/** Finds the names of agents and tools in the newest records, because other programs do not register them. */
async function findNames({ store, tools }: RunHost) {
  const head = (await store.lastLog())?.seq ?? 0;
  const records = await store.queryLogs({
    event: 'gate.decision',
    afterSeq: Math.max(0, head - RECENT_RECORDS),
    limit: RECENT_RECORDS,
  });
  const named = (key: string) =>
    records.map(({ data }) => data[key]).filter((name) => typeof name === 'string');
  return {
    agents: sorted([...named('agent'), ...tools.flatMap(({ agents }) => agents)]),
    tools: sorted([...named('tool'), ...tools.map(({ tool_id: id }) => id)]),
  };
}

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();
const RECENT_RECORDS = 5_000;
