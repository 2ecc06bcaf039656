import { SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';

const TOO_MANY_REQUESTS = 429;

/** Whether a server was reached and does not let us in; it will not do so in a moment either. */
export function isRefusal(cause: unknown): boolean {
  if (cause instanceof UnauthorizedError) return true;
  if (!(cause instanceof SdkHttpError)) return false;
  return cause.status >= 400 && cause.status < 500 && cause.status !== TOO_MANY_REQUESTS;
}
