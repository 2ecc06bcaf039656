import { z } from '@hono/zod-openapi';
import { createConsoleRouter } from '../http/console-environment.ts';
import { body, get, noContent, pageOf, put, remove, returns } from '../http/http-schemas.ts';
import { idSchema } from '../http/shared-schemas.ts';
import { requireRole } from '../identity/identity.ts';
import { confirmManifestSchema, toolSchema } from './tool-schemas.ts';
import type { ToolService } from './tool-service.ts';

const params = z.object({ tool_id: idSchema });

const listTools = get('/tools', {}, returns(pageOf(toolSchema), 'The tools of the agents'));
const confirmManifest = put(
  '/tools/{tool_id}/manifest',
  { params, body: body(confirmManifestSchema) },
  returns(toolSchema, 'The tool after the change'),
);
const withdrawManifest = remove(
  '/tools/{tool_id}/manifest',
  { params, query: z.object({ version: z.coerce.number().int().min(0) }) },
  noContent,
);

/** Creates the routes for tools and their manifests. */
export function createToolRoutes(tools: ToolService) {
  return createConsoleRouter()
    .openapi(listTools, async (c) => c.json({ items: await tools.list(), cursor: null }, 200))
    .openapi(confirmManifest, async (c) => {
      const identity = requireRole(c.get('identity'), 'admin');
      return c.json(await tools.confirm(c.req.valid('param').tool_id, c.req.valid('json'), identity), 200);
    })
    .openapi(withdrawManifest, async (c) => {
      const identity = requireRole(c.get('identity'), 'admin');
      await tools.withdraw(c.req.valid('param').tool_id, c.req.valid('query').version, identity);
      return c.body(null, 204);
    });
}
