import type { AccessService } from '../../application/console/access-service.ts';
import type { ApprovalService } from '../../application/console/approval-service.ts';
import type { ApprovalReader } from '../../application/console/approval-reader.ts';
import type { AuditReader } from '../../application/console/audit-reader.ts';
import type { Engine } from '../../application/console/engine.ts';
import type { EventHub } from '../../application/console/event-hub.ts';
import type { GrantService } from '../../application/console/grant-service.ts';
import type { Playground } from '../../application/console/playground.ts';
import type { PolicyService } from '../../application/console/policy-service.ts';
import type { ResumeService } from '../../application/console/resume-service.ts';
import type { RunReader } from '../../application/console/run-reader.ts';
import type { ToolService } from '../../application/console/tool-service.ts';
import type { SignInAttempts } from '../../application/console/sign-in-attempts.ts';
import { DATA_ONLY } from '../data-only.ts';
import type { AccessGuards } from './access-guards.ts';
import { createApprovalRoutes } from './approval-routes.ts';
import { createAuditRoutes } from './audit-routes.ts';
import { createConsoleRouter } from './console-environment.ts';
import { createEventRoutes } from './event-routes.ts';
import { createGrantRoutes } from './grant-routes.ts';
import { createPlaygroundRoutes } from './playground-routes.ts';
import { createPolicyRoutes } from './policy-routes.ts';
import { createRunRoutes } from './run-routes.ts';
import { createServerRoutes } from './server-routes.ts';
import { createSignInRoutes, type ServerFacts } from './sign-in-routes.ts';
import { createTokenRoutes } from './token-routes.ts';
import { createToolRoutes } from './tool-routes.ts';

/** The parts of the console's API. */
export type ConsoleParts = {
  engine: Engine;
  access: AccessService;
  guards: AccessGuards;
  signInAttempts: SignInAttempts;
  approvals: ApprovalReader;
  approvalService: ApprovalService;
  resume: ResumeService;
  grants: GrantService;
  runs: RunReader;
  audit: AuditReader;
  policies: PolicyService;
  tools: ToolService;
  playground: Playground;
  hub: EventHub;
  facts: ServerFacts;
  /** How often open streams check that their client still has access, in milliseconds. */
  recheckMs: number;
  clock: () => number;
};

/** Creates the console's API below `/api`. Every request passes the guards before any route. */
export function createConsoleApi(parts: ConsoleParts) {
  const { engine, access, guards, resume, hub, facts, clock } = parts;
  const api = createConsoleRouter();
  api.use('/api/*', guards.guardHost, guards.guardOrigin, async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.header('Content-Security-Policy', DATA_ONLY);
    return next();
  });
  api.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Sekisho console', version: facts.version },
  });
  const inside = createConsoleRouter();
  inside.use(guards.requireIdentity);
  return api
    .route('/api', createSignInRoutes({ access, guards, attempts: parts.signInAttempts, facts }))
    .route(
      '/api',
      inside
        .route(
          '/',
          createApprovalRoutes({
            engine,
            reader: parts.approvals,
            approvalService: parts.approvalService,
            resume,
            clock,
          }),
        )
        .route('/', createGrantRoutes(parts.grants))
        .route('/', createRunRoutes(parts.runs))
        .route('/', createAuditRoutes(parts.audit))
        .route('/', createPolicyRoutes(parts.policies))
        .route('/', createToolRoutes(parts.tools))
        .route('/', createServerRoutes({ engine, hub, resume, facts, clock }))
        .route('/', createPlaygroundRoutes(parts.playground))
        .route('/', createTokenRoutes(access))
        .route('/', createEventRoutes({ hub, identify: guards.identify, recheckMs: parts.recheckMs })),
    );
}
