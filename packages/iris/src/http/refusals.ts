import { bearerAuthChallengeResponse, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';

/** The responses to rejected requests. Each message states what to do. */
export const refusals = {
  notFound: () => new Response('Not found. The server is at /mcp.\n', { status: 404 }),
  challenge: (resourceMetadataUrl: string | undefined) =>
    bearerAuthChallengeResponse(
      new OAuthError(OAuthErrorCode.InvalidToken, 'A valid bearer token is required.'),
      resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl },
    ),
  tooLarge: (maxBytes: number) =>
    refuse(413, -32_000, `The message is too large. The limit is ${maxBytes} bytes.`),
  noSession: () => refuse(404, -32_001, 'The session does not exist. Send an initialize request.'),
  tooManyRequests: (seconds: number) =>
    refuse(429, -32_000, `Too many requests. Try again in ${seconds} seconds.`, seconds),
  tooManyOpen: () =>
    refuse(429, -32_000, 'You have too many open requests. Close a stream or wait for a response.', 5),
  noMoreSessions: () => refuse(503, -32_000, 'The server has too many sessions. Try again in a minute.', 60),
};

function refuse(status: number, code: number, message: string, retrySeconds?: number): Response {
  const headers = retrySeconds === undefined ? {} : { 'retry-after': String(retrySeconds) };
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}
