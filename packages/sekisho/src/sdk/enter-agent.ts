import { gateAgentModel } from './gated-model.ts';
import { isOfHookedCopy } from './hooked-copies.ts';
import { requireHookedAgent } from './refuse-other-copies.ts';
import type { RunScope } from './run-scope.ts';
import type { AnyAgent } from './upstream.ts';

/**
 * Prepares a run for the turns of an agent, before the agent lists its tools: its model passes the checkpoint even if a
 * subclass overrides the list of tools, and what another agent listed before is dropped. Agents of other copies are refused.
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

/** Puts the checkpoint in front of the model of an agent that listeners may have given another one. */
export function gateModelOf(agent: unknown): void {
  if (isAgent(agent)) gateAgentModel(agent);
}

const isAgent = (value: unknown): value is AnyAgent => isOfHookedCopy(value, 'Agent');
