import type { Reply } from './reply.ts';

/** The `error` object that OpenAI puts into the body of a refused request. */
export type ErrorBody = { message: string; type: string; param: string | null; code: string | null };

/** A refused request, with the body OpenAI sends. */
export function errorReply(status: number, error: ErrorBody, headers: Record<string, string> = {}): Reply {
  return {
    type: 'json',
    status,
    headers,
    body: { error },
  };
}

/** A 400 that blames one parameter. */
export function invalidRequest(message: string, param: string | null, code: string | null): Reply {
  return errorReply(400, { message, type: 'invalid_request_error', param, code });
}
