import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../../http/console-environment.ts';
import { body, get, put, returns, shortTextSchema } from '../../http/http-schemas.ts';
import { strictObject } from '../../http/strict-object.ts';
import { requireRole } from '../../identity/identity.ts';
import type { HolidayService } from './holiday-service.ts';

const MAX_PERIODS = 200;

const itemsSchema = z
  .array(strictObject({ first: z.iso.date(), last: z.iso.date(), name: shortTextSchema }))
  .max(MAX_PERIODS);
const holidaysSchema = z
  .object({
    items: itemsSchema,
    version: z.number(),
    changed_by: z.string().nullable(),
    changed_at: z.string().nullable(),
    public_holidays: z.array(z.string()),
    known_until: z.string(),
  })
  .openapi('CompanyHolidays');

const getHolidays = get('/holidays', {}, returns(holidaysSchema, 'The company holidays, by date'));
const putHolidays = put(
  '/holidays',
  { body: body(strictObject({ version: z.int().min(0), items: itemsSchema })) },
  returns(holidaysSchema, 'The company holidays after the change'),
);

/** Creates the routes for the company holidays. Only an administrator changes them. */
export function createHolidayRoutes(holidays: HolidayService) {
  return createConsoleRouter()
    .openapi(getHolidays, async (c) => c.json(await holidays.get(), 200))
    .openapi(putHolidays, async (c) => {
      const identity = requireRole(c.get('identity'), 'admin');
      return c.json(await holidays.replace(c.req.valid('json'), identity), 200);
    });
}
