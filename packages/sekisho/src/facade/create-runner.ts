import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { ApprovalController } from '../approval/approval-controller.ts';
import { createDebugLog, type DebugLog } from '../audit/debug-log.ts';
import { readLogLevel } from '../config/log-level.ts';
import { checkApplication, findApplication } from '../config/find-application.ts';
import { Authority } from '../approval/authority/authority.ts';
import { DEFAULTS, positiveInteger } from '../config/defaults.ts';
import { readEnv } from '../config/env.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Principal } from '../contracts/principal.ts';
import type { ToolManifest } from '../contracts/tool-manifest.ts';
import { ConfirmedManifests } from '../gate/manifest/confirmed-manifests.ts';
import { editedDestination } from '../gate/edited-destination.ts';
import { ManifestRegistry } from '../gate/manifest/manifest-registry.ts';
import { SafetyAgent, type SafetyAgentLike } from '../gate/safety-agent.ts';
import { SafetyGate } from '../gate/safety-gate.ts';
import type { McpGateway } from '../mcp/mcp-gateway.ts';
import { MemoryPolicyStore } from '../policy/memory-policy-store.ts';
import type { PolicyStore } from '../policy/policy-store.ts';
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
import type { ApprovalStore } from '../store/approval-store.ts';
import type { ExecutionLogStore } from '../store/execution-log-store.ts';
import type { LinkRecord, StateStore } from '../store/state-store.ts';
import { checkRunnerOptions } from './check-runner-options.ts';
import { createUpstreamRunner } from './create-upstream-runner.ts';
import { openStore } from './open-store.ts';
import { requireNode } from './require-node.ts';

/** Opens a store once the keys are known; the store chains its audit records with `link`. */
export type OpenStore = (parts: {
  link: LinkRecord;
  clock: () => number;
  /** Takes segments inside the transaction that makes them ready, when the runner has an engine. */
  enqueue?: SegmentHost['enqueue'];
}) => StateStore | Promise<StateStore>;

/** What a runner is made of. Only the safety agent must be named; everything else has a safe default. */
export interface AgentRunnerOptions {
  /** Judges every tool call: a SafetyAgent, or any object with `evaluate(agent, request, context)`. */
  readonly safetyAgent: SafetyAgentLike;
  readonly policyStore?: PolicyStore | undefined;
  /** Approvals somewhere else than in `store`. */
  readonly approvalStore?: ApprovalStore | undefined;
  /** The audit log somewhere else than in `store`. */
  readonly executionLogStore?: ExecutionLogStore | undefined;
  /** Where runs, approvals and the audit log live: a folder for the embedded store, `memory`, or a store of your own. */
  readonly store?: 'memory' | { readonly directory: string } | OpenStore | undefined;
  /** The engine that queues and carries out the stretches of runs; without one the store is the queue. */
  readonly host?: SegmentHost | undefined;
  /** At least 32 bytes that only this installation knows; else a key file beside the embedded store. */
  readonly secret?: Uint8Array | Secrets | undefined;
  /** The gateway whose servers the agents use; its scopes then hold in every run. */
  readonly mcp?: McpGateway | undefined;
  /**
   * The application that this process belongs to. Only processes of the application that opened a run execute it. Without it
   * SEKISHO_APPLICATION counts, then the name in the package.json of the main program.
   */
  readonly application?: string | undefined;
  /** Names of agents whose runs of version 0.1, which recorded no application, continue in this one. */
  readonly adoptRuns?: readonly string[] | undefined;
  /** The agents whose runs this process may continue. */
  readonly agents?: readonly AnyAgent[] | undefined;
  /** Confirmed manifests of tools that declare none themselves, by canonical id; `npm run manifest` writes a draft. */
  readonly manifests?: Readonly<Record<string, ToolManifest>> | undefined;
  /**
   * Whose words the input of the runs is. `owner` (the default): they are authority. `customer`: they are a request, and
   * values that steer an effect need a trusted source or a person.
   */
  readonly user?: Principal | undefined;
  /** The same for single agents, by name. The strictest of runner, agent and run counts. */
  readonly agentUsers?: Readonly<Record<string, Principal>> | undefined;
  readonly resumeTokenTtlSec?: number | undefined;
  readonly approvalTtlSec?: number | undefined;
  readonly judgeTimeoutMs?: number | undefined;
  readonly leaseMs?: number | undefined;
  readonly auditMode?: AuditMode | undefined;
  readonly maxArgumentBytes?: number | undefined;
  /** Passed on to upstream's Runner: model provider, tracing and so on. */
  readonly runConfig?: Partial<RunConfig> | undefined;
  /** Where this machine keeps the mark that shows a restored store; beside the store or its key unless set. */
  readonly markDirectory?: string | undefined;
  /**
   * Whether a line on stderr tells, when the process ends, about runs that stopped for a person unnoticed. Without it
   * SEKISHO_STOP_NOTICE counts, `on` or `off`; else it is on outside of tests.
   */
  readonly stopNotice?: boolean | undefined;
  readonly clock?: (() => number) | undefined;
}

/** Makes a runner. This is the one place that puts the parts together. */
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
    // What the host wants to be asked about belongs to the tool, whichever manifest it goes with.
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

/** A level that does not exist is no reason to stop a service, but somebody has to hear of it. */
function debugLogOf(env: Readonly<Record<string, string | undefined>>): DebugLog | undefined {
  const { level, problem } = readLogLevel(env);
  if (problem !== undefined) process.emitWarning(problem, { code: 'AGENTS-E-RUNNER-CONFIG' });
  return createDebugLog(level);
}

/** Checked at once if it was set; looked for on disk when it is needed first, and then once. */
function chooseApplication(
  option: string | undefined,
  { SEKISHO_APPLICATION: variable }: Readonly<Record<string, string | undefined>>,
): () => string {
  if (option !== undefined) checkApplication(option, 'application');
  else if (variable) checkApplication(variable, 'SEKISHO_APPLICATION');
  let name = option ?? (variable || undefined);
  return () => (name ??= findApplication({ script: process.argv[1], directory: process.cwd() }));
}

/** Test runners set NODE_ENV or NODE_TEST_CONTEXT; runs that stop are nothing to report there. */
function isStopNoticeEnabled(
  option: boolean | undefined,
  { SEKISHO_STOP_NOTICE, NODE_ENV, NODE_TEST_CONTEXT }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (option !== undefined) return option;
  if (SEKISHO_STOP_NOTICE) return SEKISHO_STOP_NOTICE === 'on';
  return NODE_ENV !== 'test' && NODE_TEST_CONTEXT === undefined;
}
