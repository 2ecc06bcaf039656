import type { AgentCapabilitySnapshot, ToolDescription } from '../wire/tool-call-request.ts';

/** Returns the tools of an agent that it lists while it runs. */
export function takeCapabilitySnapshot(
  agentName: string,
  tools: readonly ToolDescription[],
): AgentCapabilitySnapshot {
  return {
    agent_name: agentName,
    tool_names: tools.map(({ id }) => id),
    skill_ids: tools.filter(({ kind }) => kind === 'skill').map(({ id }) => id),
    mcp_capabilities: tools
      .filter(({ kind }) => kind === 'mcp' || kind === 'hosted_mcp')
      // A description from an untrusted server may raise the risk of its tools, but never lower it.
      .map(({ id, description }) => ({ name: id, description: description ?? '', risk_level: 3 })),
  };
}
