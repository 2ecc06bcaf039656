import { Hono, type Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import type { AccessGuards } from '../access/access-guards.ts';
import type { Authenticator } from '../access/create-authenticator.ts';
import type { createOidcRoutes } from '../access/oidc/oidc-routes.ts';
import { SESSION_COOKIE } from '../access/session-cookie.ts';
import type { LiveGateway } from '../chat/live/live-gateway.ts';
import { createMessageRoutes } from '../chat/message-routes.ts';
import type { ProcessUserMessageUseCase } from '../chat/process-user-message-use-case.ts';
import { createSessionRoutes } from '../chat/session-routes.ts';
import type { SessionService } from '../chat/session-service.ts';
import type { createFileRoutes } from '../files/file-routes.ts';
import { addressOf } from '../http/address-of.ts';
import { createRouter, type AppEnvironment } from '../http/app-environment.ts';
import { compressResponses } from '../http/compress-responses.ts';
import { consoleProblem } from '../http/console-problem.ts';
import { DATA_ONLY } from '../http/data-only.ts';
import { limitBody } from '../http/limit-body.ts';
import { sendProblem, toProblem } from '../http/problem.ts';
import { createCaseRoutes } from '../processes/cases/case-routes.ts';
import type { CaseService } from '../processes/cases/case-service.ts';
import type { ProcessStore } from '../processes/process-store.ts';
import type { ChangeProcessTemplateUseCase } from '../processes/templates/change-process-template-use-case.ts';
import type { CreateProcessTemplateUseCase } from '../processes/templates/create-process-template-use-case.ts';
import { createTemplateRoutes } from '../processes/templates/template-routes.ts';
import type { createConsoleApi } from './create-console-api.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_MCP_BYTES = 4 * 1024 * 1024;

/** The dependencies of the HTTP interface. */
export type AppOptions = {
  authenticate: Authenticator;
  sessions: SessionService;
  processes: ProcessStore;
  processMessage: ProcessUserMessageUseCase;
  createTemplate: CreateProcessTemplateUseCase;
  changeTemplate: ChangeProcessTemplateUseCase;
  cases: CaseService;
  live: LiveGateway;
  clock: () => number;
  makeId: () => string;
  renderMetrics: () => string;
  /** Called for every unexpected error. */
  onError: (error: unknown, requestId: string) => void;
  mode: 'mock' | 'openai';
  version: string;
  console: {
    api: ReturnType<typeof createConsoleApi>;
    files: ReturnType<typeof createFileRoutes>;
    /** The pages for signing in at an issuer. Undefined when no issuer is set. */
    oidc: ReturnType<typeof createOidcRoutes> | undefined;
    guards: AccessGuards;
    mcp: (request: Request) => Promise<Response>;
  };
};

/** Creates the whole HTTP interface as one fetch handler. */
export function createApp(options: AppOptions) {
  const { authenticate, sessions, processes, cases, clock, makeId, mode, console } = options;
  const app = createRouter();
  app.use(requestId({ generator: () => makeId() }), secureHeaders());
  app.use('/mcp', console.guards.guardHost, limitBody(MAX_MCP_BYTES));
  app.all('/mcp', (c) => console.mcp(c.req.raw));
  app.use(limitBody(MAX_BODY_BYTES));
  const compressed = compressResponses();
  app.use('/openapi.json', compressed);
  app.use('/api/*', compressed);
  app.get('/healthz', (c) => c.json({ status: 'ok', mode }));
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Sekisho chat service', version: options.version },
  });
  // A plain router is used, because the console describes its own routes at /api/openapi.json.
  if (console.oidc !== undefined) app.route('/', console.oidc);
  app.route('/', new Hono<AppEnvironment>().route('/', console.api).route('/', console.files));
  const knownUser = requireUser(authenticate, console.guards);
  // The console's files, which are stored in compressed form, are not affected: their routes come before.
  app.use(compressed);
  // A metrics collector can reach this machine under any host name.
  app.get('/metrics', knownUser, (c) => c.text(options.renderMetrics()));
  app.use(console.guards.guardHost, console.guards.guardChange, knownUser);
  app.onError((error, c) => {
    const problem = consoleProblem(error) ?? toProblem(error);
    if (problem.status >= 500) options.onError(error, c.get('requestId'));
    return sendProblem(c, problem);
  });
  app.notFound(async (c) => {
    const page = isForPerson(c) ? await console.files.request(new URL('/', c.req.url).href) : undefined;
    if (page?.ok === true) return new Response(page.body, { status: 404, headers: page.headers });
    return sendProblem(c, { status: 404, code: 'NotFound', title: 'There is no resource at this path.' });
  });
  return app
    .route('/', createSessionRoutes(sessions))
    .route('/', createMessageRoutes({ useCase: options.processMessage, onError: options.onError }))
    .route('/', options.live.createRoutes())
    .route(
      '/',
      createTemplateRoutes({
        store: processes,
        create: options.createTemplate,
        change: options.changeTemplate,
      }),
    )
    .route('/', createCaseRoutes({ cases, clock }));
}

/** Returns whether a browser requests a page. The console then shows a localized "not found" page. */
function isForPerson({ req }: Context): boolean {
  return !req.path.startsWith('/api/') && (req.header('accept') ?? '').includes('text/html');
}

function requireUser(authenticate: Authenticator, { identify, checkCsrf }: AccessGuards) {
  return createMiddleware<AppEnvironment>(async (c, next) => {
    const host = new URL(c.req.url).hostname;
    const address = addressOf(c);
    const find = async () => {
      // A user who signed in to the console is the same user here, and a change must come from the console's own
      // page.
      const identity = getCookie(c, SESSION_COOKIE) === undefined ? undefined : await identify(c);
      const known = identity?.id ?? authenticate({ host, address, header: (name) => c.req.header(name) });
      return { identity, userId: known ?? (await identify(c))?.id };
    };
    const { identity, userId } = await find();
    if (identity !== undefined) checkCsrf(c, identity);
    if (userId === undefined) {
      c.header('WWW-Authenticate', 'Bearer');
      return sendProblem(c, {
        status: 401,
        code: 'Unauthenticated',
        title: 'Authentication is required. Send a bearer token, or sign in to the console.',
      });
    }
    c.header('Cache-Control', 'no-store');
    c.header('Content-Security-Policy', DATA_ONLY);
    c.set('userId', userId);
    c.set('findUser', async () => (await find()).userId);
    return next();
  });
}
