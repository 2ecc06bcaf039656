import { appendFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

/** An MCP server over stdio whose only tool writes a mark to the given file. */
const [file = '', description = 'Erases a thing.'] = process.argv.slice(2);
const server = new McpServer({ name: 'files', version: '1.0.0' });
server.registerTool('erase', { description, inputSchema: z.object({ what: z.string() }) }, async () => {
  appendFileSync(file, 'x');
  return { content: [{ type: 'text', text: 'erased' }] };
});
await server.connect(new StdioServerTransport());
