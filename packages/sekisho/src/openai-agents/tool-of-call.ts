import type { ToolDescription } from '@sekisho/engine';
import { describeHostedMcpTool } from '@sekisho/engine/integration';
import { hostPolicyOf, rememberHostPolicy } from './host-policy.ts';
import type { UpstreamCall } from './upstream-call.ts';

/**
 * Returns the tool of a call. The model sees a hosted MCP server as one tool, but the server has many: decisions, approval
 * requests, grants and records are about the tool that the call names.
 */
export function toolOfCall(call: UpstreamCall, shown: ToolDescription): ToolDescription {
  if (call.type !== 'hosted_mcp_call') return shown;
  const known = tools.get(shown) ?? new Map<string, ToolDescription>();
  tools.set(shown, known);
  const tool = known.get(call.wireName) ?? describeHostedMcpTool(shown, call.wireName);
  if (known.size < MAX_NAMES) known.set(call.wireName, tool);
  rememberHostPolicy(tool, hostPolicyOf(shown));
  return tool;
}

/** Limits the cache, because a model can invent any number of names. */
const MAX_NAMES = 1000;

// The same object is returned each time, because manifests and policies are stored by object.
const tools = new WeakMap<ToolDescription, Map<string, ToolDescription>>();
