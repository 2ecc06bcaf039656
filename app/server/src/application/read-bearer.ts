/** Returns the token of an `Authorization` header. Undefined for other schemes and malformed tokens. */
export function readBearer(authorization: string | null | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(authorization ?? '')?.[1];
}
