import type { RiskLevel } from './gate-decision.ts';

/** The description of an MCP tool for the gate. */
export interface McpCapabilitySummary {
  readonly name: string;
  readonly description: string;
  readonly risk_level: RiskLevel;
}

/** The tools of an agent, read from the agent itself when it runs. No registration is needed. */
export interface AgentCapabilitySnapshot {
  readonly agent_name: string;
  readonly tool_names: readonly string[];
  readonly skill_ids: readonly string[];
  readonly mcp_capabilities: readonly McpCapabilitySummary[];
}
