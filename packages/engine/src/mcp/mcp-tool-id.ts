/** Returns the canonical id of a tool of an MCP server. */
export function mcpToolId(serverId: string, toolName: string): string {
  return `mcp:${serverId}/${toolName}`;
}
