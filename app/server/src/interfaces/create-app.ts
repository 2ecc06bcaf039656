import { createMiddleware } from 'hono/factory';
import { bodyLimit } from 'hono/body-limit';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import type { Authenticator } from '../application/authenticator.ts';
import type { CaseService } from '../application/case-service.ts';
import type { ChatStore } from '../application/chat-store.ts';
import type { CreateProcessTemplateUseCase } from '../application/create-process-template-use-case.ts';
import type { ProcessStore } from '../application/process-store.ts';
import type { ProcessUserMessageUseCase } from '../application/process-user-message-use-case.ts';
import { createRouter, type AppEnvironment } from './app-environment.ts';
import { createCaseRoutes } from './case-routes.ts';
import { createMessageRoutes } from './message-routes.ts';
import { sendProblem, toProblem } from './problem.ts';
import { createSessionRoutes } from './session-routes.ts';
import { createTemplateRoutes } from './template-routes.ts';

const MOST_BODY_BYTES = 64 * 1024;

/** What the HTTP side needs from the rest. */
export type AppOptions = {
  authenticate: Authenticator;
  chat: ChatStore;
  processes: ProcessStore;
  processMessage: ProcessUserMessageUseCase;
  createTemplate: CreateProcessTemplateUseCase;
  cases: CaseService;
  clock: () => number;
  makeId: () => string;
  renderMetrics: () => string;
  /** Told about every error that is not an expected refusal. */
  onError: (error: unknown, requestId: string) => void;
  mode: 'mock' | 'openai';
};

/** The whole HTTP interface as one fetch handler. */
export function createApp(options: AppOptions) {
  const { authenticate, chat, processes, cases, clock, makeId, mode } = options;
  const app = createRouter();
  app.use(requestId({ generator: () => makeId() }), secureHeaders());
  app.use(
    bodyLimit({
      maxSize: MOST_BODY_BYTES,
      onError: (c) => sendProblem(c, { status: 413, code: 'BodyTooLarge', title: 'The body is too large.' }),
    }),
  );
  app.get('/healthz', (c) => c.json({ status: 'ok', mode }));
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Sekisho chat service', version: '0.1.0' },
  });
  app.use(requireUser(authenticate));
  app.get('/metrics', (c) => c.text(options.renderMetrics()));
  app.onError((error, c) => {
    const problem = toProblem(error);
    if (problem.status >= 500) options.onError(error, c.get('requestId'));
    return sendProblem(c, problem);
  });
  app.notFound((c) => sendProblem(c, { status: 404, code: 'NotFound', title: 'There is nothing here.' }));
  return app
    .route('/', createSessionRoutes({ store: chat, clock, makeId }))
    .route('/', createMessageRoutes(options.processMessage))
    .route('/', createTemplateRoutes({ store: processes, create: options.createTemplate }))
    .route('/', createCaseRoutes({ cases, clock }));
}

function requireUser(authenticate: Authenticator) {
  return createMiddleware<AppEnvironment>(async (c, next) => {
    const host = new URL(c.req.url).hostname;
    const userId = authenticate({ host, header: (name) => c.req.header(name) });
    if (userId === undefined) {
      c.header('WWW-Authenticate', 'Bearer');
      return sendProblem(c, { status: 401, code: 'Unauthenticated', title: 'Say who you are.' });
    }
    c.set('userId', userId);
    return next();
  });
}
