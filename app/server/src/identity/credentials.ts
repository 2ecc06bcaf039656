/** The host names of the local machine. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The allowed form of a user id from any source. User ids are displayed, logged and compared. */
export const USER_ID = /^[\w.@+-]{1,128}$/;

/** Returns the token of an `Authorization` header. Undefined for other schemes and malformed tokens. */
export function readBearer(authorization: string | null | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(authorization ?? '')?.[1];
}
