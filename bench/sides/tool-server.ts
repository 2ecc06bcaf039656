import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const PAGE = 'Sekisho is a word for the checkpoints between the provinces. '.repeat(2);

/** A server with tools that do almost nothing. "cpu" returns the CPU time of this process in microseconds. */
serveStdio(() => {
  const server = new McpServer({ name: 'tools', version: '1.0.0' });
  for (const name of ['find_page', 'read_page'])
    server.registerTool(
      name,
      {
        description: 'Returns a page.',
        inputSchema: z.object({ title: z.string() }),
        outputSchema: z.object({ title: z.string(), text: z.string() }),
      },
      ({ title }) => {
        const page = { title, text: PAGE };
        return { content: [{ type: 'text', text: JSON.stringify(page) }], structuredContent: page };
      },
    );
  server.registerTool('cpu', { description: 'Returns the CPU time.', inputSchema: z.object({}) }, () => {
    const { user, system } = process.cpuUsage();
    return { content: [{ type: 'text', text: `cpu=${user + system}` }] };
  });
  return server;
});
