import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authenticator } from '../application/authenticator.ts';

const USER_ID = /^[\w.@+-]{1,128}$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** How users are told apart; with neither, the machine has one user. */
export type AuthenticatorOptions = {
  tokens: ReadonlyMap<string, string>;
  /** A header that a proxy in front of the service sets and that nobody else can. */
  trustedUserHeader: string | undefined;
};

/** Makes the authenticator that the settings ask for: bearer tokens, a proxy's header, or the local user. */
export function createAuthenticator({ tokens, trustedUserHeader }: AuthenticatorOptions): Authenticator {
  const known = [...tokens].map(([token, userId]) => ({ digest: digestOf(token), userId }));
  return ({ host, header }) => {
    if (known.length > 0) {
      const token = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header('authorization') ?? '')?.[1];
      const given = token === undefined ? undefined : digestOf(token);
      return given && known.find(({ digest }) => timingSafeEqual(digest, given))?.userId;
    }
    if (trustedUserHeader !== undefined) {
      const userId = header(trustedUserHeader);
      return userId !== undefined && USER_ID.test(userId) ? userId : undefined;
    }
    // A page on the web can point its own name at this machine; only the machine's own names are believed.
    return LOOPBACK.has(host) ? 'local' : undefined;
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
