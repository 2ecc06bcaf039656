import type { AgentCapabilitySnapshot } from '../contracts/agent-capability-snapshot.ts';
import type { ToolDescription } from '../contracts/tool-call-request.ts';

/** What an agent can do, read from the tools that it lists while it runs. */
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
      // A foreign server's own word about itself may raise the risk of its tools, never lower it.
      .map(({ id, description }) => ({ name: id, description: description ?? '', risk_level: 3 })),
  };
}
