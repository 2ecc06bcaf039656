import { SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';

const TOO_MANY_REQUESTS = 429;

/** Returns whether the server was reached and rejected the credentials. A retry does not help. */
export function isAccessDenied(cause: unknown): boolean {
  if (cause instanceof UnauthorizedError) return true;
  if (!(cause instanceof SdkHttpError)) return false;
  return cause.status >= 400 && cause.status < 500 && cause.status !== TOO_MANY_REQUESTS;
}
