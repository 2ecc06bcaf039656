import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Tool } from './tool.ts';

/** Lists the tools for clients, always in the same order so that prompts stay cacheable. */
export function listTools(tools: readonly Tool[]): ListedTool[] {
  return tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema: inputSchema(),
    ...(outputSchema ? { outputSchema: outputSchema() } : {}),
    ...(annotations ? { annotations: { title, ...annotations } } : {}),
  }));
}
