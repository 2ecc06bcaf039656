import {
  bearerAuthChallengeResponse,
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  isInitializeRequest,
  isLegacyRequest,
  OAuthError,
  OAuthErrorCode,
} from '@modelcontextprotocol/server';
import { resumeWith } from '../mcp/call-tool.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { Surface } from '../mcp/surface.ts';
import type { TaskStore } from '../mcp/task-store.ts';
import type { Authenticate } from './authenticate.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { readJsonBody } from './read-json-body.ts';

/** Who issues tokens for this server, and its public name. */
export type OAuthFacts = { issuer: string; resource: string };

/** A handler for web requests, and the way to end it. */
export type FetchHandler = { fetch: (request: Request) => Promise<Response>; close: () => Promise<void> };

/** The way from a request to a server: the path, the token, the era, the session. */
export function createFetchHandler(
  surface: Surface,
  options: {
    authenticate: Authenticate;
    maxBodyBytes: number;
    now: () => number;
    /** Keeps long work; the handler continues what an earlier process left in it. */
    tasks: TaskStore;
    oauth?: OAuthFacts;
  },
): FetchHandler {
  const { authenticate, maxBodyBytes, now, tasks, oauth } = options;
  tasks.recover(resumeWith(surface.tools));
  const createServer = () => createMcpServer(surface, tasks);
  const modern = createMcpHandler(createServer, { maxRequestBodySize: maxBodyBytes });
  const sessions = new LegacySessions({ createServer, now });
  const stopWatching = surface.resources.watch((uri) => modern.notify.resourceUpdated(uri));
  const metadataUrl = oauth && getOAuthProtectedResourceMetadataUrl(new URL(oauth.resource));

  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (oauth && metadataUrl !== undefined && pathname === new URL(metadataUrl).pathname) {
      return describeResource(oauth);
    }
    if (pathname !== '/mcp') return new Response('Not found. The server is at /mcp.\n', { status: 404 });
    const caller = await authenticate(request.headers.get('authorization'));
    if (!caller) return challenge(metadataUrl);
    const { auth } = caller;
    const read = await readJsonBody(request, maxBodyBytes);
    if (read === 'too-large') return tooLarge(maxBodyBytes);
    const body = read?.value;
    const passed = {
      ...(body === undefined ? {} : { parsedBody: body }),
      ...(auth ? { authInfo: auth } : {}),
    };
    const session = request.headers.get('mcp-session-id');
    const isOld =
      session !== null || isInitializeRequest(body) ? await isLegacyRequest(request, body) : false;
    if (isOld && session !== null) {
      return (await sessions.pass(session, request, { body, auth })) ?? noSession();
    }
    if (isOld) return sessions.open(request, body, auth);
    return modern.fetch(request, passed);
  };
  return {
    fetch,
    close: async () => {
      stopWatching();
      await Promise.all([modern.close(), sessions.close()]);
      tasks.close();
    },
  };
}

function describeResource({ issuer, resource }: OAuthFacts): Response {
  return Response.json({
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    resource_name: 'sekisho-iris',
  });
}

function challenge(metadataUrl: string | undefined): Response {
  const error = new OAuthError(OAuthErrorCode.InvalidToken, 'A valid bearer token is required.');
  return bearerAuthChallengeResponse(
    error,
    metadataUrl === undefined ? {} : { resourceMetadataUrl: metadataUrl },
  );
}

function tooLarge(maxBodyBytes: number): Response {
  return refuse(413, { code: -32_000, message: `A message may have ${maxBodyBytes} bytes at most.` });
}

function noSession(): Response {
  return refuse(404, { code: -32_001, message: 'There is no such session; initialize again.' });
}

function refuse(status: number, error: { code: number; message: string }): Response {
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status });
}
