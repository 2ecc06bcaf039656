import type { ServerContext } from '@modelcontextprotocol/server';

/** The owner of everything when the server has no authentication. */
const SINGLE_USER = 'local';

/** Returns the caller that the transport identified. */
export function ownerOf(context: ServerContext): string {
  return context.http?.authInfo?.clientId ?? SINGLE_USER;
}
