import type { ToolDescription } from '../contracts/tool-call-request.ts';

/** What a tool's own `needsApproval` says: no, yes, or "ask me about each call". */
export type HostPolicy = 'never' | 'always' | 'dynamic';

/** Remembers what the host wants to be asked about. */
export function rememberHostPolicy(tool: ToolDescription, policy: HostPolicy): void {
  policies.set(tool, policy);
}

/** A tool about which nothing is remembered is heard for each call; a transfer has no policy that could be heard. */
export function hostPolicyOf(tool: ToolDescription): HostPolicy {
  return policies.get(tool) ?? (tool.kind === 'handoff' ? 'never' : 'dynamic');
}

const policies = new WeakMap<ToolDescription, HostPolicy>();
