import { digestOf } from '../checks/digest.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';

/** Describes one tool of a hosted MCP server. Only the server and the name are known here. */
export function describeHostedMcpTool(server: ToolDescription, name: string): ToolDescription {
  const definition_digest = digestOf([server.definition_digest, name]);
  return { ...server, id: `${server.id}/${name}`, name, definition_digest };
}
