import type { ToolDescription } from '@sekisho/engine';
import type { HostPolicy } from '@sekisho/engine/integration';

/** Stores the host's approval policy of a tool. */
export function rememberHostPolicy(tool: ToolDescription, policy: HostPolicy): void {
  policies.set(tool, policy);
}

/** Returns the host's policy. Without a stored policy, `needsApproval` is evaluated for each call; a handoff has none. */
export function hostPolicyOf(tool: ToolDescription): HostPolicy {
  return policies.get(tool) ?? (tool.kind === 'handoff' ? 'never' : 'per_call');
}

const policies = new WeakMap<ToolDescription, HostPolicy>();
