import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecret } from 'sekisho';
import { createAccessGuards } from '../access/access-guards.ts';
import { AccessService } from '../access/access-service.ts';
import { createOidcRoutes } from '../access/oidc/oidc-routes.ts';
import { OidcService } from '../access/oidc/oidc-service.ts';
import { OpenidIdentityProvider } from '../access/oidc/openid-identity-provider.ts';
import { SignInAttempts } from '../access/sign-in-attempts.ts';
import type { SignInMethods } from '../access/sign-in-routes.ts';
import { DecisionRecords } from '../approvals/decision-record.ts';
import { ApprovalReader } from '../approvals/approval-reader.ts';
import { ApprovalService } from '../approvals/approval-service.ts';
import { GrantService } from '../approvals/grant-service.ts';
import { GroupService } from '../approvals/groups/group-service.ts';
import { PendingIndex } from '../approvals/pending/pending-index.ts';
import { PendingReader } from '../approvals/pending/pending-reader.ts';
import { DecisionQueue } from '../approvals/review/decision-queue.ts';
import { DecisionSeal } from '../approvals/review/decision-seal.ts';
import { ReviewService } from '../approvals/review/review-service.ts';
import { AuditReader } from '../audit/audit-reader.ts';
import type { Settings } from '../config/env.ts';
import { readHostName } from '../config/read-host-name.ts';
import { EventHub } from '../events/event-hub.ts';
import { createFileRoutes } from '../files/file-routes.ts';
import { readConsoleFiles } from '../files/read-console-files.ts';
import type { Role } from '../identity/identity.ts';
import { LazyMcp } from '../mcp/lazy-mcp.ts';
import { KnownAgentsReader } from '../playground/known-agents-reader.ts';
import { PlaygroundService } from '../playground/playground-service.ts';
import { DryRunService } from '../policies/dry-run-service.ts';
import { PolicyService } from '../policies/policy-service.ts';
import { ToolService } from '../policies/tool-service.ts';
import { VersionedUpdater } from '../policies/versioned-updater.ts';
import type { HolidayCalendar } from '../processes/schedule/business-calendar.ts';
import { HolidayService } from '../processes/schedule/holiday-service.ts';
import { chooseRunStore } from '../run-host/choose-run-store.ts';
import { createRunHost, DEMO_APPLICATION } from '../run-host/create-run-host.ts';
import { hasForeignRuns } from '../run-host/has-foreign-runs.ts';
import { ResumeService } from '../runs/resume-service.ts';
import { RunReader } from '../runs/run-reader.ts';
import { Sweeper } from '../runs/sweeper.ts';
import { StatsService } from '../stats/stats-service.ts';
import { VERSION } from '../version.ts';
import type { ConsoleStore } from './console-store.ts';
import { createConsoleApi } from './create-console-api.ts';
import { roleSourcesOf } from './role-sources-of.ts';

const MAX_WRONG_SIGN_INS = 10;
const MINUTE_MS = 60_000;
const POLL_MS = 500;
const HEARTBEAT_MS = 15_000;
const MAX_STREAMS_PER_USER = 100;
/** The places of the built console: beside the code in the package, or `app/console` in a clone. */
const BUILT_CONSOLE = ['../web', '../../../console/dist'].map((path) => join(import.meta.dirname, path));

/** The dependencies of the console. */
export type ConsoleOptions = {
  /** The console's own store. The caller opens and closes it. */
  store: ConsoleStore;
  publicHolidays: HolidayCalendar;
  clock: () => number;
  makeId: () => string;
  log: (line: string) => void;
  /** The delay of the playground's simulated model, in milliseconds. */
  thinkMs?: number | undefined;
  heartbeatMs?: number | undefined;
  fetch?: typeof fetch | undefined;
};

/** Creates the console with all its services. */
export function createConsole(settings: Settings, options: ConsoleOptions) {
  const { store, clock, makeId, log, heartbeatMs = HEARTBEAT_MS } = options;
  const { dataDir } = settings;
  const report = (event: string, runId: string, error: unknown) =>
    log(JSON.stringify({ event, run_id: runId, code: codeOf(error) }));
  const secrets = loadSecret(join(dataDir, 'key'), settings.secret);
  const path = join(dataDir, 'state.db');
  const runStore = chooseRunStore({ path, databaseUrl: settings.databaseUrl });
  const runHost = createRunHost({
    policies: store,
    facts: store,
    openStore: runStore.open,
    storeKind: runStore.kind,
    secrets,
    clock,
    skillsDir: settings.skillsDir,
    hasDemo: settings.demo === 'auto' ? !hasForeignRuns(path, DEMO_APPLICATION) : settings.demo !== 'off',
    approvalTtlSec: settings.approvalTtlSec,
    thinkMs: options.thinkMs ?? 0,
    onFailure: (runId, error) => report('recording.failed', runId, error),
    onLog: () => hub.wake(),
  });
  const hub = new EventHub({
    store: runHost.store,
    version: VERSION,
    pollMs: POLL_MS,
    heartbeatMs,
    maxStreams: settings.maxStreams,
    maxStreamsPerUser: MAX_STREAMS_PER_USER,
  });
  const access = new AccessService({
    store,
    log: runHost.store,
    clock,
    makeId,
    tokens: usersOf(settings),
  });
  const guards = createAccessGuards({
    access,
    allowedHosts: [
      ...settings.allowedHosts,
      readHostName(settings.host) ?? settings.host,
      ...(settings.publicUrl === undefined ? [] : [new URL(settings.publicUrl).hostname]),
    ],
    allowedOrigins: settings.allowedOrigins,
    trustedUserHeader: settings.trustedUserHeader,
    trustedRoleHeader: settings.trustedRoleHeader,
    trustedRole: settings.trustedUserRole,
    secret: secrets.current,
  });
  const oidc =
    settings.oidc &&
    createOidcRoutes({
      oidc: new OidcService({
        provider: new OpenidIdentityProvider({
          ...settings.oidc,
          claims: [settings.oidc.userClaim, settings.oidc.groupsClaim],
        }),
        access,
        log: runHost.store,
        mapping: settings.oidc,
        makeId,
      }),
      access,
      guards,
      secret: createHmac('sha256', secrets.current).update('console-oidc').digest('base64url'),
      publicUrl: settings.publicUrl,
      clock,
      onFailure: (error) => {
        const cause = error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : undefined;
        log(JSON.stringify({ event: 'sign-in.failed', code: codeOf(error), cause }));
      },
    });
  const onFailure = (runId: string, error: unknown) => report('resume.failed', runId, error);
  const resume = new ResumeService({ runHost, clock, onFailure });
  const changes = new VersionedUpdater({ log: runHost.store, clock, makeId });
  const runs = new RunReader({
    runHost,
    facts: store,
    prices: settings.tokenPrices,
    traceUrl: settings.traceUrl,
  });
  const isAlways = settings.demo !== 'auto';
  const playground = new PlaygroundService({ runHost, facts: store, resume, isAlways });
  const sweeper = new Sweeper({
    resume,
    removeOldContext: () => runHost.runner().removeOldContext(),
    onFailure: (error) => onFailure('', error),
  });
  const review = new ReviewService({ store, log: runHost.store, clock, makeId });
  const pending = new PendingReader({
    index: new PendingIndex({ store: runHost.store, clock }),
    store,
    findRun: (runId) => runHost.store.getRun(runId),
    clock,
  });
  const approvals = new ApprovalReader({ runHost, runs, pending, review, clock });
  const approvalService = new ApprovalService({ runHost, resume, clock });
  const queue = new DecisionQueue({
    store,
    approvals: approvalService,
    seal: new DecisionSeal(secrets.current),
    clock,
    makeId,
    onFailure: (approvalId, error) =>
      log(JSON.stringify({ event: 'decision.delayed', approval_id: approvalId, code: codeOf(error) })),
  });
  const groups = new GroupService({
    runHost,
    pending,
    approvals: approvalService,
    queue,
    store,
    secret: secrets.current,
    clock,
  });
  const stats = new StatsService({
    log: runHost.store,
    store,
    clock,
    prices: settings.tokenPrices,
    countWaiting: (filter) => pending.countWaiting(filter),
  });
  const api = createConsoleApi({
    runHost,
    access,
    guards,
    signInAttempts: new SignInAttempts({ most: MAX_WRONG_SIGN_INS, windowMs: MINUTE_MS, clock }),
    approvals,
    records: new DecisionRecords({ runHost, reader: approvals, review, clock }),
    approvalService,
    pending,
    review,
    queue,
    groups,
    resume,
    grants: new GrantService(runHost.store),
    runs,
    audit: new AuditReader({ runHost, clock }),
    policies: new PolicyService({
      runHost,
      store,
      changes,
      dryRuns: new DryRunService({ log: runHost.store, store, clock, makeId }),
      clock,
    }),
    tools: new ToolService({ runHost, store, changes }),
    playground,
    agents: new KnownAgentsReader(runHost),
    stats,
    holidays: new HolidayService({
      store,
      publicHolidays: options.publicHolidays,
      record: (facts, identity) => changes.record('holidays.changed', facts, identity),
      clock,
    }),
    hub,
    facts: { mode: settings.mode, store: runHost.storeKind, version: VERSION },
    signInMethods: signInMethodsOf(settings),
    roleSources: roleSourcesOf(settings),
    recheckMs: heartbeatMs,
    clock,
  });
  const mcp = new LazyMcp({
    apiKey: settings.mode === 'openai' ? settings.apiKey : undefined,
    baseUrl: settings.baseUrl,
    handleSecret: Buffer.from(secrets.current).toString('base64url'),
    findToken: (token) => access.findToken(token),
    clock,
    makeId,
    fetch: options.fetch,
  });
  return {
    api,
    oidc,
    guards,
    files: createFileRoutes(readConsoleFiles(settings.consoleDist ?? BUILT_CONSOLE.find(existsSync)), guards),
    mcp: (request: Request) => mcp.fetch(request),
    /** Creates a single-use token that signs in the local user. */
    createLoginLink: () => access.createLoginLink({ id: 'local', role: 'admin' }),
    /** Creates the demo run in the inbox and starts the sweeper. */
    start: async () => {
      if (settings.demo === 'on' || settings.demo === 'auto') await playground.seed(settings.language);
      await sweeper.start();
      queue.start();
      pending.start();
    },
    /** Commits once, and throws the reason if the store accepts no writes of this server, such as a missing key. */
    requireWrites: () =>
      runHost.store.commit([{ kind: 'owner.beat', owner: 'start', application: '', lease_ms: 0 }]),
    /** Ends streams, waits until active runs are suspended or have ended, and closes the files. */
    close: async (): Promise<void> => {
      await hub.close();
      await queue.stop();
      await pending.stop();
      await sweeper.stop();
      await resume.drain();
      await mcp.close();
      await runHost.close();
      await runStore.close();
    },
  };
}

function usersOf({ tokens, roles }: Settings): Map<string, { id: string; role: Role }> {
  return new Map([...tokens].map(([token, id]) => [token, { id, role: roles.get(token) ?? 'viewer' }]));
}

function signInMethodsOf({ oidc, trustedUserHeader }: Settings): SignInMethods {
  const [login_url, logout_url] = ['/auth/oidc/login', '/auth/oidc/logout'] as const;
  return {
    token: true,
    proxy: trustedUserHeader !== undefined,
    oidc: oidc === undefined ? null : { name: oidc.name, login_url, logout_url },
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
