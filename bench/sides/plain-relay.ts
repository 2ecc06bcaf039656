import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createSyncedFile } from './synced-file.ts';

/**
 * The smallest proxy with the official SDK: it passes tools/list and tools/call on to the program in its arguments, and ends with its
 * input. With "waiting" it also waits for the disk before and after a call, like a proxy that stores each call; what it writes is of
 * no use, so this is what the waits alone cost.
 */
const [era = 'legacy', kind = 'plain', command = '', ...args] = process.argv.slice(2);
const file = kind === 'waiting' ? createSyncedFile() : undefined;
const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
const client = new Client({ name: 'relay', version: '1.0.0' }, { versionNegotiation: { mode } });
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
await client.listTools();

serveStdio(() => {
  const server = new Server({ name: 'relay', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', ({ params }) => client.listTools(params));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    await file?.commit();
    const call = { name: params.name, arguments: params.arguments ?? {} };
    const result = await client.callTool(call, { signal: mcpReq.signal });
    await file?.commit();
    return result;
  });
  return server;
});
process.stdin.on('end', () => {
  file?.close();
  void client.close().finally(() => process.exit());
});
