import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Creates a small MCP server: two working tools, one failing tool, one resource. */
export function makeServer(): McpServer {
  const server = new McpServer({ name: 'library', version: '1.0.0' });
  server.registerTool(
    'find_book',
    {
      description: 'Finds a book',
      inputSchema: z.object({ title: z.string() }),
      annotations: { readOnlyHint: true },
    },
    async ({ title }) => ({ content: [{ type: 'text', text: `${title} is on shelf 3` }] }),
  );
  server.registerTool(
    'lend.book',
    { description: 'Lends a book', inputSchema: z.object({ title: z.string(), days: z.number() }) },
    async ({ title, days }) => ({
      content: [{ type: 'text', text: `${title} lent for ${days} days` }],
      structuredContent: { title, days },
    }),
  );
  server.registerTool('burn_book', { description: 'Fails', inputSchema: z.object({}) }, async () => ({
    content: [{ type: 'text', text: 'Books do not burn here.' }],
    isError: true,
  }));
  server.registerResource('rules', 'library://rules', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, text: 'Be quiet.' }],
  }));
  return server;
}
