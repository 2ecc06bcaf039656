import { createRoute, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { createConsoleRouter, type ConsoleEnvironment } from '../http/console-environment.ts';
import { answer, body, pageOf, problems } from '../http/http-schemas.ts';
import { idSchema, noContent } from '../http/shared-schemas.ts';
import { requireRole } from '../identity/identity.ts';
import type { AccessService } from './access-service.ts';
import { createTokenSchema, tokenSchema } from './token-schemas.ts';

const listTokens = createRoute({
  method: 'get',
  path: '/tokens',
  responses: { 200: answer(pageOf(tokenSchema), 'API tokens, newest first'), ...problems },
});
const createToken = createRoute({
  method: 'post',
  path: '/tokens',
  request: { body: body(createTokenSchema) },
  responses: {
    201: answer(tokenSchema.extend({ token: z.string() }), 'The token; it is returned only once'),
    ...problems,
  },
});
const revokeToken = createRoute({
  method: 'delete',
  path: '/tokens/{id}',
  request: { params: z.object({ id: idSchema }) },
  responses: { 204: noContent, ...problems },
});

/** Creates the routes for API tokens, which are restricted to administrators. */
export function createTokenRoutes(access: AccessService) {
  const router = createConsoleRouter();
  const adminsOnly = createMiddleware<ConsoleEnvironment>(async (c, next) => {
    requireRole(c.get('identity'), 'admin');
    return next();
  });
  router.use('/tokens', adminsOnly);
  router.use('/tokens/*', adminsOnly);
  return router
    .openapi(listTokens, async (c) => c.json({ items: [...(await access.listTokens())], cursor: null }, 200))
    .openapi(createToken, async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(await access.createToken(c.req.valid('json'), c.get('identity')), 201);
    })
    .openapi(revokeToken, async (c) => {
      await access.revokeToken(c.req.valid('param').id, c.get('identity'));
      return c.body(null, 204);
    });
}
