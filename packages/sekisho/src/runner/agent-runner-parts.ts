import type { ApprovalController, StateStore } from '@sekisho/engine';
import type { McpGateway } from '@sekisho/engine';
import type { Runner } from '../sdk/upstream.ts';
import type { AgentRegistry } from './agent-registry.ts';
import type { AuditService } from './audit-service.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { PolicyResolver } from './policy-resolver.ts';
import type { RunDriver } from './run-driver.ts';
import type { RunLifecycle } from './run-lifecycle.ts';
import type { RunOwnership } from './run-ownership.ts';
import type { RunRecovery } from './run-recovery.ts';
import type { RunResumer } from './run-resumer.ts';
import type { SegmentHost } from './segment-host.ts';
import type { SessionSettings } from './session-settings.ts';
import type { StopNotice } from './stop-notice.ts';
import { undeclaredUsers, type UndeclaredUser } from './undeclared-users.ts';

/** The parts of an AgentRunner. `createRunner` connects them. */
export interface AgentRunnerParts {
  readonly settings: SessionSettings;
  readonly lifecycle: RunLifecycle;
  readonly driver: RunDriver;
  readonly heartbeat: Heartbeat;
  readonly ownership: RunOwnership;
  readonly resumer: RunResumer;
  readonly recovery: RunRecovery;
  readonly approvals: ApprovalController;
  readonly policies: PolicyResolver;
  readonly agents: AgentRegistry;
  readonly host: SegmentHost;
  readonly audit: AuditService;
  /** The file with the secret, if the runner created one. */
  readonly keyFile?: string | undefined;
  readonly allowsAll: boolean;
  readonly mcp?: McpGateway | undefined;
  readonly createUpstreamRunner: () => Runner;
  readonly stopNotice?: StopNotice | undefined;
}

/** The parts of a runner that the diagnostics read. */
export interface RunnerInternals {
  readonly application: string;
  readonly store: StateStore;
  readonly clock: () => number;
  readonly spooled: () => number;
  /** Returns the path of the high-water mark and the rollback, if the log contradicts the mark. */
  readonly mark: AuditService['mark'];
  readonly policy: string;
  readonly agents: readonly string[];
  /** The models of the known agents, by the name of the agent. */
  readonly models: () => ReadonlyMap<string, unknown>;
  readonly toolsSeen: number;
  readonly keyFile?: string | undefined;
  readonly allowsAll: boolean;
  readonly undeclaredUsers: () => readonly UndeclaredUser[];
  readonly mcp?: McpGateway | undefined;
}

/** Returns the parts of a runner that the diagnostics read. */
export function internalsOf(parts: AgentRunnerParts): RunnerInternals {
  const { settings, policies, agents, audit, keyFile, allowsAll, mcp } = parts;
  const { application, store, clock, ledger } = settings;
  return {
    application,
    store,
    clock,
    spooled: () => ledger.spooled,
    mark: () => audit.mark(),
    policy: policies.current,
    agents: agents.names,
    models: () => new Map(agents.all.map(({ name, model }) => [name, model])),
    toolsSeen: agents.toolCount,
    keyFile,
    allowsAll,
    undeclaredUsers: () => undeclaredUsers(agents.all, settings),
    mcp,
  };
}
