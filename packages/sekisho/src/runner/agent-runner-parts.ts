import type { McpGateway, StateStore } from '@sekisho/engine';
import type { AuditService, EngineParts } from '@sekisho/engine/integration';
import type { Runner } from '../openai-agents/upstream.ts';
import type { AgentRegistry } from './agent-registry.ts';
import type { RunDriver } from './run-driver.ts';
import type { RunResumer } from './run-resumer.ts';
import type { StopNotice } from './stop-notice.ts';
import { undeclaredUsers, type UndeclaredUser } from './undeclared-users.ts';

/** The parts of an AgentRunner. `createRunner` connects them. */
export interface AgentRunnerParts {
  readonly engine: EngineParts;
  readonly driver: RunDriver;
  readonly resumer: RunResumer;
  readonly agents: AgentRegistry;
  readonly allowsAll: boolean;
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
export function internalsOf({ engine, agents, allowsAll }: AgentRunnerParts): RunnerInternals {
  const { context, policies, audit, keyFile, mcp } = engine;
  const { application, store, clock, ledger } = context;
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
    undeclaredUsers: () => undeclaredUsers(agents.all, context),
    mcp,
  };
}
