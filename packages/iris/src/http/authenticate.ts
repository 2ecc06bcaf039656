import type { AuthInfo } from '@modelcontextprotocol/server';

/** Finds out who sent a request; undefined refuses it. */
export type Authenticate = (
  authorization: string | null,
) => Promise<{ auth: AuthInfo | undefined } | undefined>;

/** Asks nobody for anything; only for a server that nobody else can reach. */
export const acceptEverybody: Authenticate = async () => ({ auth: undefined });

/** True for a text that a bearer header can carry. */
export function isBearerToken(text: string): boolean {
  return /^[A-Za-z0-9._~+/=-]{1,8192}$/.test(text);
}

/** The token of a bearer header. */
export function readBearer(authorization: string | null): string | undefined {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return isBearerToken(token) ? token : undefined;
}
