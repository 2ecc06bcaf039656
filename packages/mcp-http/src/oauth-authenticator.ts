import { z } from 'zod';
import { type Authenticate, readBearer } from './authenticate.ts';

const introspectionSchema = z.object({
  active: z.boolean(),
  sub: z.string().optional(),
  client_id: z.string().optional(),
  scope: z.string().optional(),
  exp: z.number().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
});

type Introspection = z.infer<typeof introspectionSchema>;

/** Accepts access tokens that the authorization server reports as active and that were issued for this server. */
export function createOAuthAuthenticator(options: {
  introspection: string;
  resource: string;
  clientId: string | undefined;
  clientSecret: string | undefined;
  fetch: typeof fetch;
  now: () => number;
}): Authenticate {
  const { introspection, resource, clientId, clientSecret, now } = options;
  return async (authorization) => {
    const token = readBearer(authorization);
    if (token === undefined) return undefined;
    try {
      const response = await options.fetch(introspection, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          ...(clientId === undefined ? {} : { authorization: basic(clientId, clientSecret ?? '') }),
        },
        body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
        redirect: 'error',
        signal: AbortSignal.timeout(5000),
      });
      if (!response.ok) return undefined;
      const facts = introspectionSchema.parse(await response.json());
      const owner = facts.sub ?? facts.client_id;
      if (!isUsable(facts, resource, now) || owner === undefined) return undefined;
      const scopes = facts.scope?.split(' ').filter((scope) => scope !== '') ?? [];
      return { auth: { token, clientId: owner, scopes, resource: new URL(resource) } };
    } catch {
      // A token that cannot be checked is rejected.
      return undefined;
    }
  };
}

/** Returns whether a token is active, was issued for this server and has not expired. */
function isUsable({ active, aud, exp }: Introspection, resource: string, now: () => number): boolean {
  const audiences = typeof aud === 'string' ? [aud] : (aud ?? []);
  const isForUs = audiences.some((audience) => trimSlash(audience) === trimSlash(resource));
  const isOver = exp !== undefined && exp * 1000 <= now();
  return active && isForUs && !isOver;
}

function basic(id: string, secret: string): string {
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function trimSlash(url: string): string {
  return url.replace(/\/$/, '');
}
