import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { ApprovalController } from '../approval/approval-controller.ts';
import { Authority } from '../approval/authority/authority.ts';
import { StandingPermissions } from '../approval/permissions/standing-permissions.ts';
import { createDebugLog, type DebugLog } from '../audit/debug-log.ts';
import { DEFAULTS, positiveInteger } from '../config/defaults.ts';
import { readEnv, readLogLevel } from '../config/env.ts';
import { checkApplication, findApplication } from '../config/find-application.ts';
import type { Secrets } from '../config/keyring.ts';
import type { EngineContext, Integration } from '../durable/engine-context.ts';
import { Ledger, type AuditMode } from '../durable/ledger.ts';
import { LoopPacer } from '../durable/loop-pacer.ts';
import { StopSwitch } from '../durable/stop-switch.ts';
import { editedDestination } from '../gate/edited-destination.ts';
import { ConfirmedManifests } from '../gate/manifest/confirmed-manifests.ts';
import { ManifestRegistry } from '../gate/manifest/manifest-registry.ts';
import type { Reviewer } from '../gate/model-reviewer.ts';
import type { Planner } from '../gate/plan/planner.ts';
import { Principals } from '../gate/principals.ts';
import { TextCache } from '../gate/provenance/read-text.ts';
import type { SafetyAgentLike } from '../gate/safety-agent.ts';
import { SafetyGate } from '../gate/safety-gate.ts';
import type { McpGateway } from '../mcp/mcp-gateway.ts';
import { MemoryPolicyStore, type PolicyStore } from '../policy/policy-store.ts';
import type { SegmentHost } from '../queue/segment-host.ts';
import { startWorker } from '../queue/worker.ts';
import type { ApprovalStore } from '../store/approval-store.ts';
import type { ExecutionLogStore } from '../store/execution-log-store.ts';
import type { LinkRecord, StateStore } from '../store/state-store.ts';
import type { Principal } from '../wire/principal.ts';
import type { ToolManifest } from '../wire/tool-manifest.ts';
import { AuditService } from './audit-service.ts';
import { RunClaims } from './claim-run.ts';
import { RunEnds } from './end-run.ts';
import { ContextRemoval, type ContextRetention } from './context-retention.ts';
import { Heartbeat } from './heartbeat.ts';
import { openStore } from './open-store.ts';
import { PolicyResolver } from './policy-resolver.ts';
import { recoverCall } from './recover-call.ts';
import { ContextReader } from './read-context.ts';
import { RunRecovery } from './recovery.ts';
import { requireNode } from './require-node.ts';
import { RunLifecycle } from './run-lifecycle.ts';
import { RunOwnership } from './run-ownership.ts';
import { WaitingRuns } from './waiting-runs.ts';

/** Opens a store after the keys are loaded. The store chains its audit records with `link`. */
export type OpenStore = (parts: {
  link: LinkRecord;
  clock: () => number;
  /** Enqueues segments inside the transaction that makes them ready, when the runner has an engine. */
  enqueue?: SegmentHost['enqueue'];
}) => StateStore | Promise<StateStore>;

/** The options of an engine. Only `safetyAgent` is required; every other option has a safe default. */
export interface EngineOptions {
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
  /**
   * Plans each task from the user's turn, for example a ModelPlanner. Calls inside of the plan count as requested, if their
   * values come from the planned sources; calls outside of it do not. By default there is no plan.
   */
  readonly planner?: Planner | undefined;
  /**
   * Decides about calls of risk 3 or less instead of a person, for example a ModelReviewer. By default every such call waits
   * for a person.
   */
  readonly reviewer?: Reviewer | undefined;
  /** The time after which the rules plan a task instead of the planner. Default 5000. */
  readonly planTimeoutMs?: number | undefined;
  readonly leaseMs?: number | undefined;
  readonly auditMode?: AuditMode | undefined;
  readonly maxArgumentBytes?: number | undefined;
  /**
   * How long the texts and results of an ended run are kept for people who read its context. The default is 30 days. With
   * `off` they are removed soon after the end, and nothing is stored only for people besides the first words of the task.
   */
  readonly contextRetention?: ContextRetention | undefined;
  /** The folder of the high-water mark, which detects a restored store. The default is beside the store or its key. */
  readonly markDirectory?: string | undefined;
  readonly clock?: (() => number) | undefined;
}

/** The parts of an engine. An integration with its own public API, such as the drop-in, builds on them. */
export interface EngineParts {
  readonly context: EngineContext;
  readonly lifecycle: RunLifecycle;
  readonly ends: RunEnds;
  readonly heartbeat: Heartbeat;
  readonly ownership: RunOwnership;
  readonly waiting: WaitingRuns;
  readonly claims: RunClaims;
  readonly recovery: RunRecovery;
  readonly policies: PolicyResolver;
  readonly host: SegmentHost;
  readonly audit: AuditService;
  readonly contexts: ContextReader;
  readonly removal: ContextRemoval;
  readonly mcp?: McpGateway | undefined;
  /** The file with the secret, if the engine created one. */
  readonly keyFile?: string | undefined;
}

/** Creates the parts of an engine from its options. All of them are connected here. */
export function createEngineParts(options: EngineOptions, integration: Integration): EngineParts {
  requireNode(options.store);
  const env = readEnv();
  const clock = options.clock ?? Date.now;
  const { store, keyring, keyFile, mark } = openStore(options, clock, env);
  const { approvalStore, executionLogStore, policyStore, mcp } = options;
  const elsewhere = { log: executionLogStore !== undefined, approvals: approvalStore !== undefined };
  const authority = new Authority({ store, keyring, clock, elsewhere });
  const approvalTtlMs = (options.approvalTtlSec ?? DEFAULTS.approvalTtlSec) * 1000;
  const argumentsIn = integration.argumentsIn ?? (() => []);
  const approvals = new ApprovalController(store, {
    clock,
    tokenTtlMs: tokenTtlSec(options, env) * 1000,
    approvalTtlMs,
    keyring,
    destinationOf: editedDestination,
    recoverCall: (approval) => recoverCall(store, keyring, approval, argumentsIn),
    authority,
  });
  const manifests = new ConfirmedManifests(options.manifests ?? {});
  const application = chooseApplication(options.application, env);
  const pacer = new LoopPacer();
  const context: EngineContext = {
    store,
    keyring,
    authority,
    approvals,
    stops: new StopSwitch(authority),
    permissions: new StandingPermissions(authority),
    integration,
    clock,
    get application() {
      return application();
    },
    auditMode: options.auditMode,
    debug: debugLogOf(env),
    pacer,
    ledger: new Ledger(store, keyring, { checkpointEvery: DEFAULTS.checkpointEvery, clock, pacer }),
    gate: new SafetyGate(options.safetyAgent, {
      timeoutMs: options.judgeTimeoutMs ?? DEFAULTS.judgeTimeoutMs,
      policyStore,
    }),
    approvalTtlMs,
    planner: options.planner,
    reviewer: options.reviewer,
    planTimeoutMs: options.planTimeoutMs ?? DEFAULTS.planTimeoutMs,
    maxArgumentBytes: options.maxArgumentBytes ?? DEFAULTS.maxArgumentBytes,
    keepsContext: options.contextRetention !== 'off',
    isInScope: (profile, tool) => mcp?.isInScope(profile, tool) ?? true,
    manifestRegistry: new ManifestRegistry(),
    texts: new TextCache(),
    principals: new Principals(options),
    withManifest: (tool) => manifests.apply(tool),
  };
  const leaseMs = options.leaseMs ?? DEFAULTS.leaseMs;
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  const removal = new ContextRemoval(store, clock, options.contextRetention);
  const lifecycle = new RunLifecycle(context, { owner, leaseMs, removal });
  const ends = new RunEnds(context, owner);
  const policies = new PolicyResolver(policyStore ?? new MemoryPolicyStore());
  const ownership = new RunOwnership(context, options.adoptRuns ?? []);
  const waiting = new WaitingRuns(store);
  const recovery = new RunRecovery(context);
  return {
    context,
    lifecycle,
    ends,
    heartbeat: new Heartbeat(context, lifecycle, leaseMs),
    ownership,
    waiting,
    claims: new RunClaims({ context, waiting, lifecycle, ends, ownership, policies, recovery }),
    recovery,
    policies,
    host: options.host ?? { work: startWorker },
    audit: new AuditService(context, mark),
    contexts: new ContextReader(context),
    removal,
    mcp,
    keyFile,
  };
}

/** Waits for active runs and calls, and closes the store. */
export async function closeEngineParts(
  { heartbeat, context, removal }: EngineParts,
  { timeoutMs = 10_000 }: { readonly timeoutMs?: number | undefined } = {},
): Promise<void> {
  await heartbeat.stop(timeoutMs);
  await removal.close();
  context.stops.close();
  await context.ledger.close();
  await context.store.close();
}

type Environment = Readonly<Record<string, string | undefined>>;

const tokenTtlSec = ({ resumeTokenTtlSec }: EngineOptions, env: Environment): number =>
  resumeTokenTtlSec ??
  positiveInteger(
    'AGENTS_RESUME_TOKEN_TTL_SEC',
    env['AGENTS_RESUME_TOKEN_TTL_SEC'],
    DEFAULTS.resumeTokenTtlSec,
  );

/** Returns the debug log. An unknown level causes a warning, because it is no reason to stop a service. */
function debugLogOf(env: Environment): DebugLog | undefined {
  const { level, problem } = readLogLevel(env);
  if (problem !== undefined) process.emitWarning(problem, { code: 'AGENTS-E-RUNNER-CONFIG' });
  return createDebugLog(level);
}

/** Checks a configured name immediately. Otherwise searches for the name on disk at its first use and caches it. */
function chooseApplication(
  option: string | undefined,
  { SEKISHO_APPLICATION: variable }: Environment,
): () => string {
  if (option !== undefined) checkApplication(option, 'application');
  else if (variable) checkApplication(variable, 'SEKISHO_APPLICATION');
  let name = option ?? (variable || undefined);
  return () => (name ??= findApplication({ script: process.argv[1], directory: process.cwd() }));
}
