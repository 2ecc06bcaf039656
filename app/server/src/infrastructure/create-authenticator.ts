import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authenticator } from '../application/authenticator.ts';
import { LOOPBACK_NAMES } from '../application/loopback-names.ts';
import { readBearer } from '../application/read-bearer.ts';
import { USER_ID } from '../application/user-id.ts';

/** How users are told apart; with neither, the machine has one user. */
export type AuthenticatorOptions = {
  tokens: ReadonlyMap<string, string>;
  /** A header that a proxy in front of the service sets and that nobody else can. */
  trustedUserHeader: string | undefined;
};

/** Makes the authenticator that the settings ask for: bearer tokens, a proxy's header, or the local user. */
export function createAuthenticator({ tokens, trustedUserHeader }: AuthenticatorOptions): Authenticator {
  const known = [...tokens].map(([token, userId]) => ({ digest: digestOf(token), userId }));
  return ({ host, address, header }) => {
    if (known.length > 0) {
      const token = readBearer(header('authorization'));
      const given = token === undefined ? undefined : digestOf(token);
      return given && known.find(({ digest }) => timingSafeEqual(digest, given))?.userId;
    }
    if (trustedUserHeader !== undefined) {
      const userId = header(trustedUserHeader);
      return userId !== undefined && USER_ID.test(userId) ? userId : undefined;
    }
    // A page on the web can point its own name at this machine; only the machine's own names are believed.
    if (!LOOPBACK_NAMES.includes(host)) return undefined;
    // The name is the caller's word, and a proxy on this machine brings strangers: neither makes one local.
    const isHere =
      (address === undefined || isLoopback(address)) &&
      VISITOR_HEADERS.every((name) => header(name) === undefined);
    return isHere ? 'local' : undefined;
  };
}

/** What a request carries that came through a proxy, or from somebody who says who they are. */
const VISITOR_HEADERS = [
  'authorization',
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address);
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
