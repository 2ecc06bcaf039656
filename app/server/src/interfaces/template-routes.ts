import { createRoute, z } from '@hono/zod-openapi';
import type { CreateProcessTemplateUseCase } from '../application/create-process-template-use-case.ts';
import type { ProcessStore } from '../application/process-store.ts';
import { ServiceError } from '../application/service-error.ts';
import { createRouter } from './app-environment.ts';
import {
  answer,
  body,
  createTemplateSchema,
  pageOf,
  pageQuerySchema,
  problems,
  templateSchema,
} from './http-schemas.ts';
import { viewPage, viewTemplate } from './views.ts';

const createTemplate = createRoute({
  method: 'post',
  path: '/process-templates',
  request: { body: body(createTemplateSchema) },
  responses: { 201: answer(templateSchema, 'The template'), ...problems },
});
const listTemplates = createRoute({
  method: 'get',
  path: '/process-templates',
  request: { query: pageQuerySchema },
  responses: { 200: answer(pageOf(templateSchema), 'Templates, the newest first'), ...problems },
});
const getTemplate = createRoute({
  method: 'get',
  path: '/process-templates/{id}',
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: { 200: answer(templateSchema, 'The template'), ...problems },
});

/** Routes for process templates. */
export function createTemplateRoutes({
  store,
  create,
}: {
  store: ProcessStore;
  create: CreateProcessTemplateUseCase;
}) {
  return createRouter()
    .openapi(createTemplate, async (c) => {
      const template = await create.execute(c.get('userId'), c.req.valid('json'));
      return c.json(viewTemplate(template), 201, { Location: `/process-templates/${template.id}` });
    })
    .openapi(listTemplates, async (c) => {
      const page = await store.listTemplates(c.get('userId'), c.req.valid('query'));
      return c.json(viewPage(page, viewTemplate), 200);
    })
    .openapi(getTemplate, async (c) => {
      const template = await store.getTemplate(c.get('userId'), c.req.valid('param').id);
      if (template === undefined) throw new ServiceError('NotFound', 'There is no such template.');
      return c.json(viewTemplate(template), 200);
    });
}
