import type { ServerContext } from '@modelcontextprotocol/server';

/** The owner of everything where nobody has to say who they are. */
const SINGLE_USER = 'local';

/** Who is asking, as the transport found out. */
export function ownerOf(context: ServerContext): string {
  return context.http?.authInfo?.clientId ?? SINGLE_USER;
}
