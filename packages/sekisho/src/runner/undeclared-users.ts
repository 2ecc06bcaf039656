import { describeTool } from '../openai-agents/describe-tool.ts';
import type { AnyAgent } from '../openai-agents/upstream.ts';
import type { EngineContext } from '@sekisho/engine/integration';

/** An agent with tools that spend or administer, for which no principal is declared. */
export interface UndeclaredUser {
  readonly agent: string;
  readonly tools: readonly string[];
}

/** Returns the agents for which the host should declare whether their user is an owner or a customer. */
export function undeclaredUsers(
  agents: readonly AnyAgent[],
  { principals, manifestRegistry, withManifest }: EngineContext,
): UndeclaredUser[] {
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
