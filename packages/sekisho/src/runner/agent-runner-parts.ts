import type { EngineContext, EngineParts } from '@sekisho/engine/integration';
import { describeTool } from '../openai-agents/describe-tool.ts';
import type { AnyAgent, Runner } from '../openai-agents/upstream.ts';
import type { AgentRegistry } from './agent-registry.ts';
import type { RunDriver } from './run-driver.ts';
import type { RunResumer } from './run-resumer.ts';
import type { StopNotice } from './stop-notice.ts';

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

/** Returns the parts of a runner that the diagnostics read. */
export function internalsOf({ engine, agents, allowsAll }: AgentRunnerParts) {
  const { context, policies, audit, keyFile, mcp } = engine;
  const { application, store, clock, ledger } = context;
  return {
    application,
    store,
    clock,
    spooled: () => ledger.spooled,
    /** Returns the path of the high-water mark and the rollback, if the log contradicts the mark. */
    mark: (): ReturnType<EngineParts['audit']['mark']> => audit.mark(),
    policy: policies.current,
    agents: agents.names,
    /** The models of the known agents, by the name of the agent. */
    models: (): ReadonlyMap<string, unknown> => new Map(agents.all.map(({ name, model }) => [name, model])),
    toolsSeen: agents.toolCount,
    keyFile,
    allowsAll,
    undeclaredUsers: () => undeclaredUsers(agents.all, context),
    mcp,
  };
}

/** The parts of a runner that the diagnostics read. */
export type RunnerInternals = ReturnType<typeof internalsOf>;

/** Returns agents with tools that spend or administer, for which the host should declare an owner or a customer as user. */
function undeclaredUsers(
  agents: readonly AnyAgent[],
  { principals, manifestRegistry, withManifest }: EngineContext,
): { readonly agent: string; readonly tools: readonly string[] }[] {
  const spendsOrAdministers = (tool: unknown) => {
    const description = describeTool(tool);
    if (!description) return false;
    const { effect } = manifestRegistry.lookUp(withManifest(description)).manifest;
    return effect === 'spend' || effect === 'admin';
  };
  return agents
    .filter(({ name }) => !principals.isDeclaredFor(name))
    .map(({ name, tools }) => ({
      agent: name,
      tools: tools.filter(spendsOrAdministers).map((tool) => tool.name),
    }))
    .filter(({ tools }) => tools.length > 0);
}
