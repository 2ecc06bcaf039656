import { createRoute, z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { answer, body, pageOf, problems } from '../http/http-schemas.ts';
import { idSchema, noContent } from '../http/shared-schemas.ts';
import { requireRole } from '../identity/identity.ts';
import { confirmManifestSchema, toolSchema } from './tool-schemas.ts';
import type { ToolService } from './tool-service.ts';

const params = z.object({ tool_id: idSchema });

const listTools = createRoute({
  method: 'get',
  path: '/tools',
  responses: { 200: answer(pageOf(toolSchema), 'The tools of the agents'), ...problems },
});
const confirmManifest = createRoute({
  method: 'put',
  path: '/tools/{tool_id}/manifest',
  request: { params, body: body(confirmManifestSchema) },
  responses: { 200: answer(toolSchema, 'The tool after the change'), ...problems },
});
const withdrawManifest = createRoute({
  method: 'delete',
  path: '/tools/{tool_id}/manifest',
  request: { params, query: z.object({ version: z.coerce.number().int().min(0) }) },
  responses: { 204: noContent, ...problems },
});

/** Creates the routes for tools and their manifests. */
export function createToolRoutes(tools: ToolService) {
  return createConsoleRouter()
    .openapi(listTools, async (c) => c.json({ items: await tools.list(), cursor: null }, 200))
    .openapi(confirmManifest, async (c) => {
      const identity = c.get('identity');
      requireRole(identity, 'admin');
      return c.json(await tools.confirm(c.req.valid('param').tool_id, c.req.valid('json'), identity), 200);
    })
    .openapi(withdrawManifest, async (c) => {
      const identity = c.get('identity');
      requireRole(identity, 'admin');
      await tools.withdraw(c.req.valid('param').tool_id, c.req.valid('query').version, identity);
      return c.body(null, 204);
    });
}
