import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  ApprovalController,
  type ApprovalStore,
  type ExecutionLogStore,
  type LinkRecord,
  MemoryPolicyStore,
  type PolicyStore,
  type Principal,
  SafetyAgent,
  type SafetyAgentLike,
  SafetyGate,
  type Secrets,
  type StateStore,
  type ToolManifest,
} from '@sekisho/engine';
import {
  Authority,
  checkApplication,
  ConfirmedManifests,
  createDebugLog,
  type DebugLog,
  DEFAULTS,
  editedDestination,
  findApplication,
  ManifestRegistry,
  positiveInteger,
  readEnv,
  readLogLevel,
} from '@sekisho/engine/integration';
import type { McpGateway } from '@sekisho/engine';
import { AgentRegistry } from '../runner/agent-registry.ts';
import { AgentRunner } from '../runner/agent-runner.ts';
import { AuditService } from '../runner/audit-service.ts';
import { Heartbeat } from '../runner/heartbeat.ts';
import { Ledger, type AuditMode } from '../runner/ledger.ts';
import { PolicyResolver } from '../runner/policy-resolver.ts';
import { Principals } from '../runner/principals.ts';
import { recoverCall } from '../runner/recover-call.ts';
import { RunDriver } from '../runner/run-driver.ts';
import { RunLifecycle } from '../runner/run-lifecycle.ts';
import { RunOwnership } from '../runner/run-ownership.ts';
import { RunRecovery } from '../runner/run-recovery.ts';
import { RunResumer } from '../runner/run-resumer.ts';
import type { SegmentHost } from '../runner/segment-host.ts';
import type { SessionSettings } from '../runner/session-settings.ts';
import { StopNotice } from '../runner/stop-notice.ts';
import { startWorker } from '../runner/worker.ts';
import { hostPolicyOf, rememberHostPolicy } from '../sdk/host-policy.ts';
import type { AnyAgent, RunConfig } from '../sdk/upstream.ts';
import { checkRunnerOptions } from './check-runner-options.ts';
import { createUpstreamRunner } from './create-upstream-runner.ts';
import { openStore } from './open-store.ts';
import { requireNode } from './require-node.ts';

/** Opens a store after the keys are loaded. The store chains its audit records with `link`. */
export type OpenStore = (parts: {
  link: LinkRecord;
  clock: () => number;
  /** Enqueues segments inside the transaction that makes them ready, when the runner has an engine. */
  enqueue?: SegmentHost['enqueue'];
}) => StateStore | Promise<StateStore>;

/** The options of `createRunner`. Only `safetyAgent` is required; every other option has a safe default. */
export interface AgentRunnerOptions {
  /** Evaluates every tool call: a SafetyAgent, or any object with `evaluate(agent, request, context)`. */
  readonly safetyAgent: SafetyAgentLike;
  readonly policyStore?: PolicyStore | undefined;
  /** A separate store for approvals. By default they are in `store`. */
  readonly approvalStore?: ApprovalStore | undefined;
  /** A separate store for the audit log. By default it is in `store`. */
  readonly executionLogStore?: ExecutionLogStore | undefined;
  /** Where runs, approvals and the audit log are stored: a folder for the embedded store, `memory`, or your own store. */
  readonly store?: 'memory' | { readonly directory: string } | OpenStore | undefined;
  /** The engine that queues and executes segments. Without one, the store is the queue. */
  readonly host?: SegmentHost | undefined;
  /** At least 32 bytes that only this installation knows. By default a key file beside the embedded store. */
  readonly secret?: Uint8Array | Secrets | undefined;
  /** The gateway whose MCP servers the agents use. Its scopes apply to every run. */
  readonly mcp?: McpGateway | undefined;
  /**
   * The application that this process belongs to. Only processes of the application that started a run execute it. The
   * default is SEKISHO_APPLICATION, then the name in the package.json of the main program.
   */
  readonly application?: string | undefined;
  /** Names of agents whose runs of version 0.1, which recorded no application, this application may resume. */
  readonly adoptRuns?: readonly string[] | undefined;
  /** The agents whose runs this process may resume. */
  readonly agents?: readonly AnyAgent[] | undefined;
  /** Confirmed manifests of tools without a declared manifest, by canonical id. `npm run manifest` writes a draft. */
  readonly manifests?: Readonly<Record<string, ToolManifest>> | undefined;
  /**
   * Who writes the input of the runs. `owner` (the default): the input has authority. `customer`: the input is a request,
   * and values that control an effect need a trusted source or an approval.
   */
  readonly user?: Principal | undefined;
  /** The same setting for single agents, by name. The strictest of runner, agent and run applies. */
  readonly agentUsers?: Readonly<Record<string, Principal>> | undefined;
  readonly resumeTokenTtlSec?: number | undefined;
  readonly approvalTtlSec?: number | undefined;
  readonly judgeTimeoutMs?: number | undefined;
  readonly leaseMs?: number | undefined;
  readonly auditMode?: AuditMode | undefined;
  readonly maxArgumentBytes?: number | undefined;
  /** Passed to upstream's Runner: model provider, tracing and other settings. */
  readonly runConfig?: Partial<RunConfig> | undefined;
  /** The folder of the high-water mark, which detects a restored store. The default is beside the store or its key. */
  readonly markDirectory?: string | undefined;
  /**
   * Whether the process writes a line to stderr at its end about runs that are suspended without the program reading their
   * interruptions. The default is SEKISHO_STOP_NOTICE (`on` or `off`), then `on` outside of tests.
   */
  readonly stopNotice?: boolean | undefined;
  readonly clock?: (() => number) | undefined;
}

/** Creates a runner from its options. All parts are connected here. */
export function createRunner(options: AgentRunnerOptions): AgentRunner {
  checkRunnerOptions(options);
  requireNode(options.store);
  const env = readEnv();
  const clock = options.clock ?? Date.now;
  const { store, keyring, keyFile, mark } = openStore(options, clock, env);
  const { approvalStore, executionLogStore } = options;
  const authority = new Authority({
    store,
    keyring,
    clock,
    elsewhere: { log: executionLogStore !== undefined, approvals: approvalStore !== undefined },
  });
  const tokenTtlSec =
    options.resumeTokenTtlSec ??
    positiveInteger(
      'AGENTS_RESUME_TOKEN_TTL_SEC',
      env['AGENTS_RESUME_TOKEN_TTL_SEC'],
      DEFAULTS.resumeTokenTtlSec,
    );
  const approvalTtlMs = (options.approvalTtlSec ?? DEFAULTS.approvalTtlSec) * 1000;
  const approvals = new ApprovalController(store, {
    clock,
    tokenTtlMs: tokenTtlSec * 1000,
    approvalTtlMs,
    keyring,
    destinationOf: editedDestination,
    recoverCall: (approval) => recoverCall(store, keyring, approval),
    authority,
  });
  const manifests = new ConfirmedManifests(options.manifests ?? {});
  const application = chooseApplication(options.application, env);
  const settings: SessionSettings = {
    store,
    keyring,
    authority,
    approvals,
    clock,
    get application() {
      return application();
    },
    auditMode: options.auditMode,
    debug: debugLogOf(env),
    ledger: new Ledger(store, keyring, { checkpointEvery: DEFAULTS.checkpointEvery, clock }),
    gate: new SafetyGate(options.safetyAgent, {
      timeoutMs: options.judgeTimeoutMs ?? DEFAULTS.judgeTimeoutMs,
      policyStore: options.policyStore,
    }),
    approvalTtlMs,
    maxArgumentBytes: options.maxArgumentBytes ?? DEFAULTS.maxArgumentBytes,
    isInScope: (profile, tool) => options.mcp?.isInScope(profile, tool) ?? true,
    manifestRegistry: new ManifestRegistry(),
    principals: new Principals(options),
    // The host's approval policy belongs to the tool, whichever manifest is applied.
    withManifest: (tool) => manifests.apply(tool, (known) => rememberHostPolicy(known, hostPolicyOf(tool))),
  };
  const leaseMs = options.leaseMs ?? DEFAULTS.leaseMs;
  const lifecycle = new RunLifecycle(settings, {
    owner: `${hostname()}:${process.pid}:${randomUUID()}`,
    leaseMs,
  });
  const heartbeat = new Heartbeat(settings, lifecycle, leaseMs);
  const driver = new RunDriver(settings, lifecycle, heartbeat);
  const policies = new PolicyResolver(options.policyStore ?? new MemoryPolicyStore());
  const agents = new AgentRegistry(options.agents ?? []);
  const ownership = new RunOwnership(settings, options.adoptRuns ?? []);
  return new AgentRunner({
    settings,
    lifecycle,
    driver,
    heartbeat,
    approvals,
    policies,
    agents,
    host: options.host ?? { work: startWorker },
    ownership,
    resumer: new RunResumer({ settings, lifecycle, driver, approvals, policies, agents, ownership }),
    recovery: new RunRecovery(settings),
    audit: new AuditService(settings, mark),
    keyFile,
    mcp: options.mcp,
    allowsAll: options.safetyAgent instanceof SafetyAgent && options.safetyAgent.allowsAll,
    stopNotice: isStopNoticeEnabled(options.stopNotice, env)
      ? new StopNotice((line) => void process.stderr.write(line))
      : undefined,
    createUpstreamRunner: () => createUpstreamRunner(options.runConfig),
  });
}

/** Returns the debug log. An unknown level causes a warning, because it is no reason to stop a service. */
function debugLogOf(env: Readonly<Record<string, string | undefined>>): DebugLog | undefined {
  const { level, problem } = readLogLevel(env);
  if (problem !== undefined) process.emitWarning(problem, { code: 'AGENTS-E-RUNNER-CONFIG' });
  return createDebugLog(level);
}

/** Checks a configured name immediately. Otherwise searches for the name on disk at its first use and caches it. */
function chooseApplication(
  option: string | undefined,
  { SEKISHO_APPLICATION: variable }: Readonly<Record<string, string | undefined>>,
): () => string {
  if (option !== undefined) checkApplication(option, 'application');
  else if (variable) checkApplication(variable, 'SEKISHO_APPLICATION');
  let name = option ?? (variable || undefined);
  return () => (name ??= findApplication({ script: process.argv[1], directory: process.cwd() }));
}

/** Returns whether the stop notice is enabled. Test runners set NODE_ENV or NODE_TEST_CONTEXT; it is off there. */
function isStopNoticeEnabled(
  option: boolean | undefined,
  { SEKISHO_STOP_NOTICE, NODE_ENV, NODE_TEST_CONTEXT }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (option !== undefined) return option;
  if (SEKISHO_STOP_NOTICE) return SEKISHO_STOP_NOTICE === 'on';
  return NODE_ENV !== 'test' && NODE_TEST_CONTEXT === undefined;
}
