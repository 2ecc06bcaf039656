import { digestOf } from '../contracts/digest.ts';
import type { McpServer } from '../contracts/mcp-server-config.ts';
import type { McpToolDefinition } from '../contracts/mcp-tool-definition.ts';

/**
 * The digest that a tool is pinned by: everything the server says about it and where the server is. Another program or
 * URL behind the same id is another server, so nothing that was accepted for the old one counts.
 */
export function definitionDigest(server: McpServer, definition: McpToolDefinition): string {
  const place =
    'url' in server ? { url: server.url } : { command: server.command, args: server.args, cwd: server.cwd };
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  return digestOf({
    server_id: server.server_id,
    place,
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
  });
}
