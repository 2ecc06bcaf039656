import type { McpCapability } from './mcp-capability.ts';

/** A registered MCP server. */
export interface McpServerHandle {
  readonly server_id: string;
  readonly capabilities: readonly McpCapability[];
}
