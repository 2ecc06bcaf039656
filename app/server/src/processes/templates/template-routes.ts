import { z } from '@hono/zod-openapi';
import { ServiceError } from '../../errors/service-error.ts';
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
import { changeTemplateSchema, createTemplateSchema, templateSchema } from '../process-schemas.ts';
import type { ProcessStore } from '../process-store.ts';
import { viewTemplate } from '../process-views.ts';
import type { ChangeProcessTemplateUseCase } from './change-process-template-use-case.ts';
import type { CreateProcessTemplateUseCase } from './create-process-template-use-case.ts';

const params = z.object({ id: idSchema });

const createTemplate = post(
  '/process-templates',
  { body: body(createTemplateSchema) },
  creates(templateSchema, 'The template'),
);
const listTemplates = get(
  '/process-templates',
  { query: searchQuerySchema },
  returns(pageOf(templateSchema), 'Templates, newest first'),
);
const getTemplate = get('/process-templates/{id}', { params }, returns(templateSchema, 'The template'));
const changeTemplate = patch(
  '/process-templates/{id}',
  { params, body: body(changeTemplateSchema) },
  returns(templateSchema, 'The template after the change'),
);
const deleteTemplate = remove('/process-templates/{id}', { params, query: versionQuerySchema }, deleted);

/** Creates the routes for process templates. */
export function createTemplateRoutes({
  store,
  create,
  change,
}: {
  store: ProcessStore;
  create: CreateProcessTemplateUseCase;
  change: ChangeProcessTemplateUseCase;
}) {
  return createRouter()
    .openapi(createTemplate, async (c) => {
      const template = await create.execute(c.get('userId'), c.req.valid('json'));
      return c.json(viewTemplate(template), 201, { Location: `/process-templates/${template.id}` });
    })
    .openapi(listTemplates, async (c) => {
      const page = await store.listTemplates(c.get('userId'), readSearch(c.req.valid('query')));
      return c.json(viewPage(page, viewTemplate), 200);
    })
    .openapi(getTemplate, async (c) => {
      const template = await store.getTemplate(c.get('userId'), c.req.valid('param').id);
      if (template === undefined) throw new ServiceError('NotFound', 'There is no such template.');
      return c.json(viewTemplate(template), 200);
    })
    .openapi(changeTemplate, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(viewTemplate(await change.execute(c.get('userId'), id, c.req.valid('json'))), 200);
    })
    .openapi(deleteTemplate, async (c) => {
      const { id } = c.req.valid('param');
      await change.remove({ userId: c.get('userId'), id, ...c.req.valid('query') });
      return c.body(null, 204);
    });
}
