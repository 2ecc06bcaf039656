import type { ToolDescription } from '@sekisho/engine';

/** The approval policy of a tool's own `needsApproval`: never, always, or evaluated for each call. */
export type HostPolicy = 'never' | 'always' | 'dynamic';

/** Stores the host's approval policy of a tool. */
export function rememberHostPolicy(tool: ToolDescription, policy: HostPolicy): void {
  policies.set(tool, policy);
}

/** Returns the host's policy. Without a stored policy, `needsApproval` is evaluated for each call; a handoff has none. */
export function hostPolicyOf(tool: ToolDescription): HostPolicy {
  return policies.get(tool) ?? (tool.kind === 'handoff' ? 'never' : 'dynamic');
}

const policies = new WeakMap<ToolDescription, HostPolicy>();
