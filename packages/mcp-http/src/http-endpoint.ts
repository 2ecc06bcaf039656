import {
  type AuthInfo,
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  isInitializeRequest,
  isLegacyRequest,
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
  type Server,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import type { Authenticate } from './authenticate.ts';
import { RequestGuard } from './request-guard.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { OpenRequests } from './open-requests.ts';

/** The issuer of tokens for this server, and the server's public identifier. */
export type OAuthFacts = { issuer: string; resource: string };

/** Creates the MCP server of one request, or of a session of the 2025 protocol, which lasts for several requests. */
export type CreateServer = (scope: 'request' | 'session') => Server;

/** The checks and limits of requests. */
export type EndpointOptions = {
  createServer: CreateServer;
  authenticate: Authenticate;
  maxBodyBytes: number;
  now: () => number;
  oauth?: OAuthFacts | undefined;
  /** The name of the server in the metadata for OAuth clients. */
  resourceName?: string | undefined;
  /** The limit of each caller: by token, or by address when tokens are not required. Default: 600. */
  requestsPerMinute?: number | undefined;
};

/** A caller whose headers were accepted. */
export type Caller = { caller: string; auth: AuthInfo | undefined };

// The limit of one caller: more than a client opens, and few enough that one caller cannot exhaust the server.
const MAX_OPEN = 256;
const MAX_SUBSCRIPTIONS = 4096;

/** Handles a request in two steps: it checks the headers, and reads the body only if they are accepted. */
export class HttpEndpoint {
  readonly #options: EndpointOptions;
  readonly #guard: RequestGuard;
  readonly #open = new OpenRequests(MAX_OPEN);
  readonly #modern: ReturnType<typeof createMcpHandler>;
  readonly #sessions: LegacySessions;
  readonly #metadataUrl: string | undefined;

  constructor(options: EndpointOptions) {
    const { createServer, authenticate, maxBodyBytes, now, oauth, requestsPerMinute = 600 } = options;
    this.#options = options;
    this.#guard = new RequestGuard({
      authenticate,
      checksRemotely: oauth !== undefined,
      requestsPerMinute,
      now,
    });
    this.#modern = createMcpHandler(() => createServer('request'), {
      maxRequestBodySize: maxBodyBytes,
      maxSubscriptions: MAX_SUBSCRIPTIONS,
    });
    this.#sessions = new LegacySessions({ createServer: () => createServer('session'), now });
    this.#metadataUrl = oauth && getOAuthProtectedResourceMetadataUrl(new URL(oauth.resource));
  }

  /** Sends changes to the subscriptions of the 2026 protocol. */
  get notify(): ServerNotifier {
    return this.#modern.notify;
  }

  /** Returns the caller, or the response that rejects the request. */
  async admit(head: {
    path: string;
    authorization: string | null;
    address: string;
  }): Promise<Caller | Response> {
    const { oauth } = this.#options;
    const metadataUrl = this.#metadataUrl;
    if (oauth && metadataUrl !== undefined && head.path === new URL(metadataUrl).pathname) {
      return describeResource(oauth, this.#options.resourceName);
    }
    if (head.path !== '/mcp') return refusals.notFound();
    const admission = await this.#guard.admit(head.authorization, head.address);
    if (admission.ok) return { caller: admission.caller, auth: admission.auth };
    const { waitSeconds } = admission;
    return waitSeconds > 0 ? refusals.tooManyRequests(waitSeconds) : refusals.challenge(metadataUrl);
  }

  /** Serves a request of an accepted caller. */
  async serve(request: Request, caller: Caller): Promise<Response> {
    const answered = await this.#open.answer(caller.caller, request, () => this.#dispatch(request, caller));
    return answered ?? refusals.tooManyOpen();
  }

  async close(): Promise<void> {
    await Promise.all([this.#modern.close(), this.#sessions.close()]);
  }

  async #dispatch(request: Request, { caller, auth }: Caller): Promise<Response> {
    const { maxBodyBytes } = this.#options;
    const read = await readJsonBody(request, maxBodyBytes);
    if (read === 'too-large') return refusals.tooLarge(maxBodyBytes);
    const body = read?.value;
    const session = request.headers.get('mcp-session-id');
    const isOld =
      session !== null || isInitializeRequest(body) ? await isLegacyRequest(request, body) : false;
    if (isOld && session !== null) {
      return (await this.#sessions.pass(session, request, { body, auth })) ?? refusals.noSession();
    }
    if (isOld)
      return (await this.#sessions.open(request, { body, auth, caller })) ?? refusals.noMoreSessions();
    return this.#modern.fetch(request, {
      ...(body === undefined ? {} : { parsedBody: body }),
      ...(auth ? { authInfo: auth } : {}),
    });
  }
}

function describeResource({ issuer, resource }: OAuthFacts, name: string | undefined): Response {
  return Response.json({
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    ...(name === undefined ? {} : { resource_name: name }),
  });
}

/** The responses to rejected requests. Each message states what to do. */
const refusals = {
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

/** A parsed body; undefined when it is not JSON or not declared as JSON. */
type JsonBody = { value: unknown } | 'too-large' | undefined;

/** Reads a copy of the body, so that the request keeps a body that this function does not accept. */
async function readJsonBody(request: Request, maxBytes: number): Promise<JsonBody> {
  const isJson = request.headers.get('content-type')?.toLowerCase().startsWith('application/json') === true;
  if (request.method !== 'POST' || !isJson) return undefined;
  const announced = request.headers.get('content-length');
  if (announced !== null && !(Number(announced) <= maxBytes)) return 'too-large';
  const copy = request.clone();
  try {
    // HTTP enforces the announced length, and counting takes longer than the rest of the request handling.
    const text = announced === null ? await readCounted(copy, maxBytes) : await copy.text();
    return text === undefined ? 'too-large' : { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function readCounted({ body }: Request, maxBytes: number): Promise<string | undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return text + decoder.decode();
    size += piece.value.byteLength;
    // Not awaited, because a teed stream waits until the other branch is cancelled as well.
    if (size > maxBytes) return void reader?.cancel();
    text += decoder.decode(piece.value, { stream: true });
  }
}
