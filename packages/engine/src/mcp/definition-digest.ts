import { digestOf } from '../checks/digest.ts';
import type { McpServer } from './mcp-server-config.ts';
import type { McpToolDefinition } from './mcp-tool-definition.ts';

/**
 * Returns the digest that identifies a pinned tool. It covers the whole definition and the command or URL of the
 * server, so that a tool must be accepted again when another program or URL is configured under the same id.
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
