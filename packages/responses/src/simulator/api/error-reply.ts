import type { Reply } from './reply.ts';

/** The `error` object in the body of a rejected request. */
export type ErrorBody = { message: string; type: string; param: string | null; code: string | null };

/** Creates the reply to a rejected request, with the body that OpenAI sends. */
export function errorReply(status: number, error: ErrorBody, headers: Record<string, string> = {}): Reply {
  return {
    type: 'json',
    status,
    headers,
    body: { error },
  };
}

/** Creates a 400 that names one parameter. */
export function invalidRequest(message: string, param: string | null, code: string | null): Reply {
  return errorReply(400, { message, type: 'invalid_request_error', param, code });
}
