import { z } from '@hono/zod-openapi';
import { createRouter } from '../../http/app-environment.ts';
import {
  body,
  creates,
  deleted,
  get,
  idSchema,
  pageOf,
  patch,
  post,
  remove,
  returns,
  searchQuerySchema,
  versionQuerySchema,
} from '../../http/http-schemas.ts';
import { readSearch } from '../../http/read-search.ts';
import { viewPage } from '../../http/view-page.ts';
import {
  applyReplanSchema,
  caseSchema,
  changeCaseSchema,
  changeStepSchema,
  previewReplanSchema,
  replanSchema,
  startCaseSchema,
} from '../process-schemas.ts';
import { viewCase, viewReplan } from '../process-views.ts';
import type { CaseService } from './case-service.ts';
import { writeCaseCsv } from './write-case-csv.ts';
import { writeCaseIcs } from './write-case-ics.ts';

const params = z.object({ id: idSchema });

const startCase = post(
  '/process-templates/{id}/cases',
  { params, body: body(startCaseSchema) },
  creates(caseSchema, 'The case with a due date for every step'),
);
const getCase = get('/cases/{id}', { params }, returns(caseSchema, 'The case'));
const listCases = get(
  '/cases',
  { query: searchQuerySchema },
  returns(pageOf(caseSchema), 'Cases, newest first'),
);
const changeCase = patch(
  '/cases/{id}',
  { params, body: body(changeCaseSchema) },
  returns(caseSchema, 'The case after the change'),
);
const deleteCase = remove('/cases/{id}', { params, query: versionQuerySchema }, deleted);
const changeStep = patch(
  '/cases/{id}/steps/{stepId}',
  { params: params.extend({ stepId: idSchema }), body: body(changeStepSchema) },
  returns(caseSchema, 'The case after the change'),
);
const previewReplan = post(
  '/cases/{id}/replan/preview',
  { params, body: body(previewReplanSchema) },
  returns(replanSchema, 'The changes that replanning would make; nothing is stored'),
);
const applyReplan = post(
  '/cases/{id}/replan/apply',
  { params, body: body(applyReplanSchema) },
  returns(replanSchema, 'The changes of the replanning'),
);
const exportCase = get(
  '/cases/{id}/export',
  { params, query: z.object({ format: z.enum(['csv', 'ics']).openapi({ example: 'ics' }) }) },
  {
    200: {
      description: 'The case as a file',
      content: { 'text/csv': { schema: z.string() }, 'text/calendar': { schema: z.string() } },
    },
  },
);

/** Creates the routes for cases. */
export function createCaseRoutes({ cases, clock }: { cases: CaseService; clock: () => number }) {
  return createRouter()
    .openapi(startCase, async (c) => {
      const started = await cases.start(c.get('userId'), c.req.valid('param').id, c.req.valid('json'));
      return c.json(viewCase(started), 201, { Location: `/cases/${started.current.id}` });
    })
    .openapi(getCase, async (c) => {
      return c.json(viewCase(await cases.get(c.get('userId'), c.req.valid('param').id)), 200);
    })
    .openapi(listCases, async (c) => {
      const page = await cases.list(c.get('userId'), readSearch(c.req.valid('query')));
      return c.json(viewPage(page, viewCase), 200);
    })
    .openapi(changeCase, async (c) => {
      const renamed = await cases.rename(c.get('userId'), c.req.valid('param').id, c.req.valid('json'));
      return c.json(viewCase(renamed), 200);
    })
    .openapi(deleteCase, async (c) => {
      const { id } = c.req.valid('param');
      await cases.remove({ userId: c.get('userId'), id, ...c.req.valid('query') });
      return c.body(null, 204);
    })
    .openapi(changeStep, async (c) => {
      const { id, stepId } = c.req.valid('param');
      const { version, locked, ...rest } = c.req.valid('json');
      const change = { ...rest, isLocked: locked };
      const changed = await cases.changeStep(c.get('userId'), id, { stepId, version, change });
      return c.json(viewCase(changed), 200);
    })
    .openapi(previewReplan, async (c) => {
      const { goalDate } = c.req.valid('json');
      const planned = await cases.previewReplan(c.get('userId'), c.req.valid('param').id, goalDate);
      return c.json(viewReplan(planned), 200);
    })
    .openapi(applyReplan, async (c) => {
      const applied = await cases.applyReplan(c.get('userId'), c.req.valid('param').id, c.req.valid('json'));
      return c.json(viewReplan(applied), 200);
    })
    .openapi(exportCase, async (c) => {
      const { current } = await cases.get(c.get('userId'), c.req.valid('param').id);
      const { format } = c.req.valid('query');
      const isCsv = format === 'csv';
      const type = isCsv ? 'text/csv' : 'text/calendar';
      const file = isCsv ? writeCaseCsv(current) : writeCaseIcs(current, clock());
      return c.body(file, 200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="case-${current.id}.${format}"`,
      });
    });
}
