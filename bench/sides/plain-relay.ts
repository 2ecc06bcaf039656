import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** The smallest proxy with the official SDK: it passes tools/list and tools/call on to the program in its arguments, and ends with its input. */
const [era = 'legacy', command = '', ...args] = process.argv.slice(2);
const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
const client = new Client({ name: 'relay', version: '1.0.0' }, { versionNegotiation: { mode } });
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
await client.listTools();

serveStdio(() => {
  const server = new Server({ name: 'relay', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', ({ params }) => client.listTools(params));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    client.callTool({ name: params.name, arguments: params.arguments ?? {} }, { signal: mcpReq.signal }),
  );
  return server;
});
process.stdin.on('end', () => void client.close().finally(() => process.exit()));
