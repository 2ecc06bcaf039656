import type { ToolDescription } from '../contracts/tool-call-request.ts';
import { describeHostedMcpTool } from './describe-tool.ts';
import { hostPolicyOf, rememberHostPolicy } from './host-policy.ts';
import type { RawCall } from './planned-call.ts';

/**
 * The tool that a call is for. A hosted MCP server is shown to the model as one tool and has many: what is decided,
 * asked, granted and recorded is about the one that the call names.
 */
export function toolOfCall(call: RawCall, shown: ToolDescription): ToolDescription {
  if (call.type !== 'hosted_mcp_call') return shown;
  const known = tools.get(shown) ?? new Map<string, ToolDescription>();
  tools.set(shown, known);
  const tool = known.get(call.wireName) ?? describeHostedMcpTool(shown, call.wireName);
  if (known.size < MAX_NAMES) known.set(call.wireName, tool);
  rememberHostPolicy(tool, hostPolicyOf(shown));
  return tool;
}

/** A model invents names without end. */
const MAX_NAMES = 1000;

// The same object each time: manifests and policies are remembered by it.
const tools = new WeakMap<ToolDescription, Map<string, ToolDescription>>();
