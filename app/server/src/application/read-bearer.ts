/** The token of an `Authorization` header; undefined for any other scheme, and for what no token looks like. */
export function readBearer(authorization: string | null | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(authorization ?? '')?.[1];
}
