import { bearerAuthChallengeResponse, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';

/** The answers to requests that are not served; each says what to do. */
export const refusals = {
  notFound: () => new Response('Not found. The server is at /mcp.\n', { status: 404 }),
  challenge: (resourceMetadataUrl: string | undefined) =>
    bearerAuthChallengeResponse(
      new OAuthError(OAuthErrorCode.InvalidToken, 'A valid bearer token is required.'),
      resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl },
    ),
  tooLarge: (maxBytes: number) => refuse(413, -32_000, `A message may have ${maxBytes} bytes at most.`),
  noSession: () => refuse(404, -32_001, 'There is no such session; initialize again.'),
  tooManyRequests: (seconds: number) =>
    refuse(429, -32_000, `Too many requests. Try again in ${seconds} seconds.`, seconds),
  tooManyOpen: () =>
    refuse(429, -32_000, 'You have too many requests open at once. Close a stream or wait for an answer.', 5),
  noMoreSessions: () =>
    refuse(503, -32_000, 'The server has as many sessions as it can keep. Try again in a minute.', 60),
};

function refuse(status: number, code: number, message: string, retrySeconds?: number): Response {
  const headers = retrySeconds === undefined ? {} : { 'retry-after': String(retrySeconds) };
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}
