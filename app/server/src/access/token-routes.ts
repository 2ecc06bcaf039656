import { z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { createConsoleRouter, type ConsoleEnvironment } from '../http/console-environment.ts';
import { body, creates, get, noContent, pageOf, patch, post, remove, returns } from '../http/http-schemas.ts';
import { idSchema } from '../http/shared-schemas.ts';
import { requireRole } from '../identity/identity.ts';
import type { AccessService } from './access-service.ts';
import { changeRoleSchema, createTokenSchema, tokenSchema } from './token-schemas.ts';

const listTokens = get('/tokens', {}, returns(pageOf(tokenSchema), 'API tokens, newest first'));
const createToken = post(
  '/tokens',
  { body: body(createTokenSchema) },
  creates(tokenSchema.extend({ token: z.string() }), 'The token; it is returned only once'),
);
const changeRole = patch(
  '/tokens/{id}',
  { params: z.object({ id: idSchema }), body: body(changeRoleSchema) },
  noContent,
);
const revokeToken = remove('/tokens/{id}', { params: z.object({ id: idSchema }) }, noContent);

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
    .openapi(changeRole, async (c) => {
      await access.changeTokenRole(c.req.valid('param').id, c.req.valid('json').role, c.get('identity'));
      return c.body(null, 204);
    })
    .openapi(revokeToken, async (c) => {
      await access.revokeToken(c.req.valid('param').id, c.get('identity'));
      return c.body(null, 204);
    });
}
