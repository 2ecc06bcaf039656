import type { AccessGuards } from '../access/access-guards.ts';
import type { AccessService } from '../access/access-service.ts';
import { createSessionRoutes } from '../access/session-routes.ts';
import type { SignInAttempts } from '../access/sign-in-attempts.ts';
import { createSignInRoutes, type SignInMethods } from '../access/sign-in-routes.ts';
import type { RoleSources } from '../access/sign-in-schemas.ts';
import { createTokenRoutes } from '../access/token-routes.ts';
import type { ApprovalReader } from '../approvals/approval-reader.ts';
import { createApprovalRoutes } from '../approvals/approval-routes.ts';
import type { ApprovalService } from '../approvals/approval-service.ts';
import type { GroupService } from '../approvals/groups/group-service.ts';
import { createGroupRoutes } from '../approvals/groups/group-routes.ts';
import type { PendingReader } from '../approvals/pending/pending-reader.ts';
import type { DecisionQueue } from '../approvals/review/decision-queue.ts';
import { createReviewRoutes } from '../approvals/review/review-routes.ts';
import type { ReviewService } from '../approvals/review/review-service.ts';
import type { DecisionRecords } from '../approvals/decision-record.ts';
import { createRecordRoutes } from '../approvals/record-routes.ts';
import { createGrantRoutes } from '../approvals/grant-routes.ts';
import type { GrantService } from '../approvals/grant-service.ts';
import type { AuditReader } from '../audit/audit-reader.ts';
import { createAuditRoutes } from '../audit/audit-routes.ts';
import type { EventHub } from '../events/event-hub.ts';
import { createEventRoutes } from '../events/event-routes.ts';
import { createConsoleRouter } from '../http/console-environment.ts';
import { DATA_ONLY } from '../http/data-only.ts';
import type { ServerFacts } from '../http/shared-schemas.ts';
import type { KnownAgentsReader } from '../playground/known-agents-reader.ts';
import { createPlaygroundRoutes } from '../playground/playground-routes.ts';
import type { PlaygroundService } from '../playground/playground-service.ts';
import { createPolicyRoutes } from '../policies/policy-routes.ts';
import type { PolicyService } from '../policies/policy-service.ts';
import { createToolRoutes } from '../policies/tool-routes.ts';
import type { ToolService } from '../policies/tool-service.ts';
import { createHolidayRoutes } from '../processes/schedule/holiday-routes.ts';
import type { HolidayService } from '../processes/schedule/holiday-service.ts';
import type { ResumeService } from '../runs/resume-service.ts';
import type { RunHost } from '../runs/run-host.ts';
import type { RunReader } from '../runs/run-reader.ts';
import { createPermissionRoutes } from '../policies/permission-routes.ts';
import { createRunRoutes } from '../runs/run-routes.ts';
import { createServerRoutes } from '../status/server-routes.ts';
import { createStatsRoutes } from '../stats/stats-routes.ts';
import type { StatsService } from '../stats/stats-service.ts';
import { createStopRoutes } from '../status/stop-routes.ts';

/** The parts of the console's API. */
export type ConsoleParts = {
  runHost: RunHost;
  access: AccessService;
  guards: AccessGuards;
  signInAttempts: SignInAttempts;
  approvals: ApprovalReader;
  approvalService: ApprovalService;
  pending: PendingReader;
  review: ReviewService;
  queue: DecisionQueue;
  groups: GroupService;
  resume: ResumeService;
  records: DecisionRecords;
  grants: GrantService;
  runs: RunReader;
  audit: AuditReader;
  policies: PolicyService;
  tools: ToolService;
  playground: PlaygroundService;
  agents: KnownAgentsReader;
  stats: StatsService;
  holidays: HolidayService;
  hub: EventHub;
  facts: ServerFacts;
  signInMethods: SignInMethods;
  roleSources: RoleSources;
  /** How often open streams check that their client still has access, in milliseconds. */
  recheckMs: number;
  clock: () => number;
};

/** Creates the console's API below `/api`. Every request passes the guards before any route. */
export function createConsoleApi(parts: ConsoleParts) {
  const { runHost, access, guards, resume, hub, facts, clock } = parts;
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
    .route(
      '/api',
      createSignInRoutes({
        access,
        guards,
        attempts: parts.signInAttempts,
        facts,
        methods: parts.signInMethods,
      }),
    )
    .route(
      '/api',
      inside
        .route('/', createReviewRoutes(parts))
        .route('/', createApprovalRoutes({ ...parts, reader: parts.approvals }))
        .route('/', createGroupRoutes(parts.groups))
        .route('/', createRecordRoutes(parts.records))
        .route('/', createGrantRoutes(parts.grants))
        .route('/', createRunRoutes(parts.runs))
        .route('/', createAuditRoutes(parts.audit))
        .route('/', createPolicyRoutes(parts.policies))
        .route('/', createToolRoutes(parts.tools))
        .route('/', createStopRoutes(runHost))
        .route('/', createStatsRoutes(parts.stats))
        .route('/', createHolidayRoutes(parts.holidays))
        .route('/', createPermissionRoutes(runHost))
        .route('/', createServerRoutes({ runHost, hub, resume, facts, clock }))
        .route('/', createPlaygroundRoutes(parts.playground, parts.agents))
        .route('/', createTokenRoutes(access))
        .route(
          '/',
          createSessionRoutes({
            access,
            roleSources: parts.roleSources,
            decisionsByPerson: (days) => parts.stats.decisionsByPerson(days),
          }),
        )
        .route('/', createEventRoutes({ hub, identify: guards.identify, recheckMs: parts.recheckMs })),
    );
}
