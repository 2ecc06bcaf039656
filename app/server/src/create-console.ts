import { join } from 'node:path';
import { loadSecret } from 'sekisho';
import { AccessService } from './application/console/access-service.ts';
import { ApprovalService } from './application/console/approval-service.ts';
import { ApprovalReader } from './application/console/approval-reader.ts';
import { AuditReader } from './application/console/audit-reader.ts';
import { VersionedUpdater } from './application/console/versioned-updater.ts';
import type { ConsoleStore } from './application/console/console-store.ts';
import { EventHub } from './application/console/event-hub.ts';
import { GrantService } from './application/console/grant-service.ts';
import type { Role } from './application/console/identity.ts';
import { Playground } from './application/console/playground.ts';
import { PolicyService } from './application/console/policy-service.ts';
import { ResumeService } from './application/console/resume-service.ts';
import { RunReader } from './application/console/run-reader.ts';
import { SignInAttempts } from './application/console/sign-in-attempts.ts';
import { Sweeper } from './application/console/sweeper.ts';
import { ToolService } from './application/console/tool-service.ts';
import type { Settings } from './config/env.ts';
import { readHostName } from './config/read-host-name.ts';
import { createConsoleEngine, DEMO_APPLICATION } from './infrastructure/console/console-engine.ts';
import { chooseRunStore } from './infrastructure/console/choose-run-store.ts';
import { hasForeignRuns } from './infrastructure/console/has-foreign-runs.ts';
import { LazyMcp } from './infrastructure/console/lazy-mcp.ts';
import { readConsoleFiles } from './infrastructure/console/read-console-files.ts';
import { createAccessGuards } from './interfaces/console/access-guards.ts';
import { createConsoleApi } from './interfaces/console/create-console-api.ts';
import { createFileRoutes } from './interfaces/console/file-routes.ts';
import { VERSION } from './version.ts';

const MAX_WRONG_SIGN_INS = 10;
const MINUTE_MS = 60_000;
const POLL_MS = 500;
const HEARTBEAT_MS = 15_000;
const MAX_STREAMS_PER_USER = 100;
const DEFAULT_DIST = join(import.meta.dirname, '../../console/dist');

/** The dependencies of the console. */
export type ConsoleOptions = {
  /** The console's own store. The caller opens and closes it. */
  store: ConsoleStore;
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
  const engine = createConsoleEngine({
    console: store,
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
    store: engine.store,
    version: VERSION,
    pollMs: POLL_MS,
    heartbeatMs,
    maxStreams: settings.maxStreams,
    maxStreamsPerUser: MAX_STREAMS_PER_USER,
  });
  const access = new AccessService({
    console: store,
    log: engine.store,
    clock,
    makeId,
    tokens: usersOf(settings),
  });
  const guards = createAccessGuards({
    access,
    allowedHosts: [...settings.allowedHosts, readHostName(settings.host) ?? settings.host],
    allowedOrigins: settings.allowedOrigins,
    trustedUserHeader: settings.trustedUserHeader,
    trustedRoleHeader: settings.trustedRoleHeader,
    trustedRole: settings.trustedUserRole,
    secret: secrets.current,
  });
  const onFailure = (runId: string, error: unknown) => report('resume.failed', runId, error);
  const resume = new ResumeService({ engine, clock, onFailure });
  const changes = new VersionedUpdater({ log: engine.store, clock, makeId });
  const runs = new RunReader({ engine, console: store });
  const isAlways = settings.demo !== 'auto';
  const playground = new Playground({ engine, console: store, resume, isAlways });
  const sweeper = new Sweeper({ resume, onFailure: (error) => onFailure('', error) });
  const api = createConsoleApi({
    engine,
    access,
    guards,
    signInAttempts: new SignInAttempts({ most: MAX_WRONG_SIGN_INS, windowMs: MINUTE_MS, clock }),
    approvals: new ApprovalReader({ engine, runs, clock }),
    approvalService: new ApprovalService({ engine, resume, clock }),
    resume,
    grants: new GrantService(engine.store),
    runs,
    audit: new AuditReader({ engine, clock }),
    policies: new PolicyService({ engine, console: store, changes, clock }),
    tools: new ToolService({ engine, console: store, changes }),
    playground,
    hub,
    facts: { mode: settings.mode, store: engine.storeKind, version: VERSION },
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
    guards,
    files: createFileRoutes(readConsoleFiles(settings.consoleDist ?? DEFAULT_DIST), guards),
    mcp: (request: Request) => mcp.fetch(request),
    /** Creates a single-use token that signs in the local user. */
    createLoginLink: () => access.createLoginLink({ id: 'local', role: 'admin' }),
    /** Creates the demo run in the inbox and starts the sweeper. */
    start: async () => {
      if (settings.demo === 'on' || settings.demo === 'auto') await playground.seed(settings.language);
      await sweeper.start();
    },
    /** Ends streams, waits until active runs are suspended or have ended, and closes the files. */
    close: async (): Promise<void> => {
      await hub.close();
      await sweeper.stop();
      await resume.drain();
      await mcp.close();
      await engine.close();
      await runStore.close();
    },
  };
}

function usersOf({ tokens, roles }: Settings): Map<string, { id: string; role: Role }> {
  return new Map([...tokens].map(([token, id]) => [token, { id, role: roles.get(token) ?? 'viewer' }]));
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
}
