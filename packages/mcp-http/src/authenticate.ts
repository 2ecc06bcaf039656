import type { AuthInfo } from '@modelcontextprotocol/server';

/** Identifies the sender of a request; undefined rejects the request. */
export type Authenticate = (
  authorization: string | null,
) => Promise<{ auth: AuthInfo | undefined } | undefined>;

/** Accepts every request. Use it only for a server that other users cannot reach. */
export const acceptEverybody: Authenticate = async () => ({ auth: undefined });

/** Returns true for text that is a valid bearer token. */
export function isBearerToken(text: string): boolean {
  return /^[A-Za-z0-9._~+/=-]{1,8192}$/.test(text);
}

/** Returns the token of a bearer header. */
export function readBearer(authorization: string | null): string | undefined {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return isBearerToken(token) ? token : undefined;
}
