import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { get, returns } from '../http/http-schemas.ts';
import type { StatsService } from './stats-service.ts';

const ms = z.number().nullable();
const name = z.string().max(256).optional();
const statsSchema = z
  .object({
    waiting: z.number(),
    expiring: z.number(),
    /** The last counted record, of all records. */
    read: z.number(),
    total: z.number(),
    days: z.array(
      z.object({
        day: z.string(),
        requested: z.number(),
        approved: z.number(),
        /** Approved without a change. */
        unchanged: z.number(),
        denied: z.number(),
        expired: z.number(),
        cancelled: z.number(),
        attacks: z.number(),
        p50_ms: ms,
        p90_ms: ms,
        tokens: z.number(),
        /** From the prices in the settings. Null without a price. */
        cost_usd: z.number().nullable(),
      }),
    ),
    people: z.array(
      z.object({ id: z.string(), approved: z.number(), denied: z.number(), hasty: z.number(), p50_ms: ms }),
    ),
    rules: z.array(
      z.object({
        id: z.string(),
        asked: z.number(),
        unchanged: z.number(),
        edited: z.number(),
        denied: z.number(),
      }),
    ),
    tools: z.array(
      z.object({ id: z.string(), calls: z.number(), failed: z.number(), p50_ms: ms, p95_ms: ms }),
    ),
    applications: z.array(
      z.object({ id: z.string(), runs: z.number(), tokens: z.number(), cost_usd: z.number().nullable() }),
    ),
    /** The values of the filters in this period. */
    facets: z.object({
      applications: z.array(z.string()),
      agents: z.array(z.string()),
      tools: z.array(z.string()),
    }),
  })
  .openapi('Stats');

const getStats = get(
  '/stats',
  {
    query: z.object({
      days: z.coerce.number().int().min(1).max(90).default(7),
      application: name,
      agent: name,
      tool: name,
    }),
  },
  returns(statsSchema, 'The counts of the last days, in UTC'),
);

/** Creates the route of the dashboard. */
export function createStatsRoutes(stats: StatsService) {
  return createConsoleRouter().openapi(getStats, async (c) => {
    const { days, ...filter } = c.req.valid('query');
    return c.json(await stats.summarize(days, filter), 200);
  });
}
