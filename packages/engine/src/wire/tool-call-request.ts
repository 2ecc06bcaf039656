import type { RiskLevel } from './gate-decision.ts';
import type { ToolManifest } from './tool-manifest.ts';

/** The kinds of tools that a model can call. Any other kind is rejected. */
export const TOOL_KINDS = [
  'function',
  'mcp',
  'skill',
  'hosted_mcp',
  'handoff',
  'agent',
  'shell',
  'apply_patch',
  'computer',
  'hosted',
] as const;
/** The kind of a tool. */
export type ToolKind = (typeof TOOL_KINDS)[number];

/** The description of a tool before it is called. */
export interface ToolDescription {
  /** The canonical id that policies, approvals and logs use, never the name that the Agents SDK rewrote. */
  readonly id: string;
  readonly kind: ToolKind;
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters?: unknown;
  readonly annotations?: unknown;
  readonly server_id?: string | undefined;
  readonly manifest?: ToolManifest | undefined;
  /**
   * The tool runs an agent, as some skills do: it changes nothing itself, and each of its own calls passes the gate.
   */
  readonly delegates?: boolean | undefined;
  /** Set while the definition of an MCP tool is not accepted: it is new, or it has changed since. */
  readonly acceptance?: 'new' | 'changed' | undefined;
  /** The digest of server, name, description, schema and annotations. A changed tool is another tool. */
  readonly definition_digest: string;
}

/** One call that a model requests, as the gate and the safety agent receive it. */
export interface ToolCallRequest {
  readonly tool_name: string;
  readonly tool_kind: ToolKind;
  readonly args: Readonly<Record<string, unknown>>;
  /** The user's own text, never text from a model or a tool. */
  readonly user_intent: string;
  readonly call_id: string;
  readonly tool: ToolDescription;
}

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
