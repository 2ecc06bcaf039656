import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

/** The smallest server with the SDK: one tool that returns its input. */
serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  server.registerTool(
    'iris',
    {
      title: 'Echo',
      description: 'Returns its input.',
      inputSchema: z.object({ input: z.string() }),
      outputSchema: z.object({ answer: z.string(), response_id: z.string() }),
    },
    ({ input }) => {
      const answer = { answer: input, response_id: 'resp_1' };
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
    },
  );
  return server;
});
