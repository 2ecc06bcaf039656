import type { RiskLevel } from './gate-decision.ts';

/** An MCP tool as the gate sees it. */
export interface McpCapabilitySummary {
  readonly name: string;
  readonly description: string;
  readonly risk_level: RiskLevel;
}

/** What an agent can do, taken from the agent itself when it runs; nothing is registered beforehand. */
export interface AgentCapabilitySnapshot {
  readonly agent_name: string;
  readonly tool_names: readonly string[];
  readonly skill_ids: readonly string[];
  readonly mcp_capabilities: readonly McpCapabilitySummary[];
}
