import { createHash, timingSafeEqual } from 'node:crypto';
import { type Authenticate, readBearer } from './authenticate.ts';

/** Accepts fixed tokens. Every comparison takes the same time. */
export function createTokenAuthenticator(tokens: ReadonlyMap<string, string>): Authenticate {
  const digests = [...tokens].map(([name, token]) => ({ name, digest: digest(token) }));
  return async (authorization) => {
    const token = readBearer(authorization);
    if (token === undefined) return undefined;
    const presented = digest(token);
    const found = digests.filter((known) => timingSafeEqual(known.digest, presented))[0];
    return found && { auth: { token, clientId: found.name, scopes: [] } };
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
