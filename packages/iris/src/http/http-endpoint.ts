import {
  type AuthInfo,
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  isInitializeRequest,
  isLegacyRequest,
} from '@modelcontextprotocol/server';
import { resumeWith } from '../mcp/call-tool.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { Surface } from '../mcp/surface.ts';
import type { TaskStore } from '../mcp/task-store.ts';
import type { Authenticate } from './authenticate.ts';
import { RequestGuard } from './request-guard.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { OpenRequests } from './open-requests.ts';
import { readJsonBody } from './read-json-body.ts';
import { refusals } from './refusals.ts';

/** The issuer of tokens for this server, and the server's public identifier. */
export type OAuthFacts = { issuer: string; resource: string };

/** The checks and limits of requests. */
export type EndpointOptions = {
  authenticate: Authenticate;
  maxBodyBytes: number;
  now: () => number;
  /** Stores long work. Work that an earlier process left in it is continued. */
  tasks: TaskStore;
  oauth?: OAuthFacts;
  /** The limit of each caller: by token, or by address when tokens are not required. Default: 600. */
  requestsPerMinute?: number;
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
  readonly #stopWatching: () => void;

  constructor(surface: Surface, options: EndpointOptions) {
    const { authenticate, maxBodyBytes, now, tasks, oauth, requestsPerMinute = 600 } = options;
    this.#options = options;
    this.#guard = new RequestGuard({
      authenticate,
      checksRemotely: oauth !== undefined,
      requestsPerMinute,
      now,
    });
    tasks.recover(resumeWith(surface.tools));
    const createServer = () => createMcpServer(surface, tasks);
    this.#modern = createMcpHandler(createServer, {
      maxRequestBodySize: maxBodyBytes,
      maxSubscriptions: MAX_SUBSCRIPTIONS,
    });
    this.#sessions = new LegacySessions({ createServer, now });
    this.#stopWatching = surface.resources.watch((uri) => this.#modern.notify.resourceUpdated(uri));
    this.#metadataUrl = oauth && getOAuthProtectedResourceMetadataUrl(new URL(oauth.resource));
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
      return describeResource(oauth);
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
    this.#stopWatching();
    await Promise.all([this.#modern.close(), this.#sessions.close()]);
    this.#options.tasks.close();
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

function describeResource({ issuer, resource }: OAuthFacts): Response {
  return Response.json({
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    resource_name: 'sekisho-iris',
  });
}
