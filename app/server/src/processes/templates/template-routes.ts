import { createRoute, z } from '@hono/zod-openapi';
import { ServiceError } from '../../errors/service-error.ts';
import { createRouter } from '../../http/app-environment.ts';
import {
  answer,
  body,
  deleted,
  idSchema,
  pageOf,
  problems,
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

const createTemplate = createRoute({
  method: 'post',
  path: '/process-templates',
  request: { body: body(createTemplateSchema) },
  responses: { 201: answer(templateSchema, 'The template'), ...problems },
});
const listTemplates = createRoute({
  method: 'get',
  path: '/process-templates',
  request: { query: searchQuerySchema },
  responses: { 200: answer(pageOf(templateSchema), 'Templates, newest first'), ...problems },
});
const getTemplate = createRoute({
  method: 'get',
  path: '/process-templates/{id}',
  request: { params },
  responses: { 200: answer(templateSchema, 'The template'), ...problems },
});
const changeTemplate = createRoute({
  method: 'patch',
  path: '/process-templates/{id}',
  request: { params, body: body(changeTemplateSchema) },
  responses: { 200: answer(templateSchema, 'The template after the change'), ...problems },
});
const deleteTemplate = createRoute({
  method: 'delete',
  path: '/process-templates/{id}',
  request: { params, query: versionQuerySchema },
  responses: { ...deleted, ...problems },
});

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
