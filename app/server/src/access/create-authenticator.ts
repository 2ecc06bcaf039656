import { createHash, timingSafeEqual } from 'node:crypto';
import { LOOPBACK_NAMES, readBearer, USER_ID } from '../identity/credentials.ts';

/** How users are identified. Without any of these options, there is one local user. */
export type AuthenticatorOptions = {
  tokens: ReadonlyMap<string, string>;
  /** A header that the proxy in front of the service sets and that clients cannot set. */
  trustedUserHeader: string | undefined;
  /** Whether users sign in at an issuer. */
  hasIssuer: boolean;
};

/** Creates the authenticator that the settings select: bearer tokens, a proxy's header, or the local user. */
export function createAuthenticator({
  tokens,
  trustedUserHeader,
  hasIssuer,
}: AuthenticatorOptions): Authenticator {
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
    if (hasIssuer) return undefined;
    // A web page can resolve its own host name to this machine (DNS rebinding), so only loopback names are trusted.
    if (!LOOPBACK_NAMES.includes(host)) return undefined;
    // The Host header is under the control of the client, and a local proxy forwards remote clients: neither proves a
    // local client.
    const isLocal =
      (address === undefined || isLoopback(address)) &&
      VISITOR_HEADERS.every((name) => header(name) === undefined);
    return isLocal ? 'local' : undefined;
  };
}

/** Headers of requests that passed a proxy or that contain credentials. */
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

/** The parts of a request that identify its sender. */
type Caller = {
  host: string;
  /** The remote address: 'unknown' after the connection has closed, undefined when there is no network connection. */
  address: string | undefined;
  header: (name: string) => string | undefined;
};

/** Returns the user that sends a request, or undefined when the user is unknown. */
export type Authenticator = (caller: Caller) => string | undefined;
