import { gateAgentModel } from './gated-model.ts';
import { isOfHookedCopy } from './hooked-copies.ts';
import { requireHookedAgent } from './refuse-other-copies.ts';
import type { RunScope } from './run-scope.ts';
import type { AnyAgent } from './upstream.ts';

/**
 * Prepares a run for the turns of an agent, before the agent lists its tools. The model of the agent is gated even if a
 * subclass overrides the list of tools, and the lists of the previous agent are dropped. Agents of other copies are rejected.
 */
export function enterAgent(scope: RunScope, agent: unknown): void {
  requireHookedAgent(scope, agent);
  if (!isAgent(agent)) return;
  for (const each of agent.handoffs) requireHookedAgent(scope, Reflect.get(each, 'agent') ?? each);
  gateAgentModel(agent);
  if (scope.agent === agent) return;
  scope.tools = new Map();
  scope.handoffs = new Map();
  scope.providerTools = new Set();
}

/** Gates the model of an agent again, because listeners may have replaced it. */
export function gateModelOf(agent: unknown): void {
  if (isAgent(agent)) gateAgentModel(agent);
}

const isAgent = (value: unknown): value is AnyAgent => isOfHookedCopy(value, 'Agent');
