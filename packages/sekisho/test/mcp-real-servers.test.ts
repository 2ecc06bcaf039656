import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { McpServerConfig } from '../../engine/src/mcp/mcp-server-config.ts';
import { McpGateway } from '../src/facade/mcp-gateway.ts';
import { RunContext } from '../src/openai-agents/upstream.ts';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-real-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.concurrent('official servers', () => {
  it('writes and deletes with the memory server', async () => {
    const env = { ...PROGRAM_ENVIRONMENT, MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
    const config = { server_id: 'memory', command: process.execPath, args: [binOf('server-memory')], env };
    await withServer(config, async (call) => {
      const entities = [{ name: 'Aoi', entityType: 'person', observations: ['likes tea'] }];
      await call('create_entities', { entities });
      expect(await call('search_nodes', { query: 'tea' })).toContain('Aoi');
      await call('delete_entities', { entityNames: ['Aoi'] });
      expect(await call('read_graph', {})).not.toContain('Aoi');
    });
  });

  it('receives every kind of result from the everything server over stdio', async () => {
    const config = {
      server_id: 'everything',
      command: process.execPath,
      args: [binOf('server-everything'), 'stdio'],
      env: PROGRAM_ENVIRONMENT,
    };
    await withServer(config, callEverythingServer);
  });

  it('receives every kind of result from the everything server over Streamable HTTP', async () => {
    const { url, stop } = await startEverything();
    try {
      await withServer({ server_id: 'everything', url }, callEverythingServer);
    } finally {
      stop();
    }
  });
});

describe.concurrent('a server over Streamable HTTP', () => {
  it.each(['auto', '2025-11-25', '2026-07-28'] as const)(
    'is supported with the protocol revision %s',
    async (protocol) => {
      const seen: string[] = [];
      const { url, close } = await serve((version) => seen.push(version));
      try {
        await withServer({ server_id: 'sums', url, protocol, headers: { 'x-key': 'k' } }, async (call) => {
          expect(await call('add', { a: 2, b: 3 })).toBe('5 k');
        });
        expect(seen.at(-1)).toBe(protocol === '2025-11-25' ? 'legacy' : 'modern');
      } finally {
        close();
      }
    },
  );

  it('is not reached over http on another machine', async () => {
    const gateway = new McpGateway({ limits: { retries: 0 } });
    const config = { server_id: 'remote', url: 'http://192.0.2.1/mcp' };
    await expect(gateway.register(config)).rejects.toMatchObject({
      code: 'AGENTS-E-MCP-UNREACHABLE',
      message: expect.stringContaining('is not https'),
    });
  });

  it('that has stopped is unreachable, after two retries', async () => {
    const { url, close } = await serve(() => {});
    close();
    const pauses: number[] = [];
    const gateway = new McpGateway({ sleep: async (ms) => void pauses.push(ms) });
    await expect(gateway.register({ server_id: 'gone', url })).rejects.toMatchObject({
      code: 'AGENTS-E-MCP-UNREACHABLE',
    });
    expect(pauses).toEqual([200, 400]);
  });
});

type Call = (name: string, args: unknown) => Promise<unknown>;

async function callEverythingServer(call: Call): Promise<void> {
  expect(await call('echo', { message: 'hello' })).toBe('Echo: hello');
  expect(await call('get-sum', { a: 2, b: 3 })).toContain('5');
  expect(JSON.stringify(await call('get-structured-content', { location: 'Chicago' }))).toContain(
    'temperature',
  );
  expect(JSON.stringify(await call('get-tiny-image', {}))).toContain('data:image/png;base64,');
  expect(JSON.stringify(await call('get-resource-links', { count: 2 }))).toContain('[resource ');
  expect(await call('get-sum', { a: 'two', b: 3 })).toContain('AGENTS-E-INPUT-INVALID');
}

async function withServer(config: McpServerConfig, work: (call: Call) => Promise<void>): Promise<void> {
  const gateway = new McpGateway({ trustOnFirstUse: true, limits: { connectTimeoutMs: 30_000 } });
  try {
    const { capabilities, server_id } = await gateway.register(config);
    const tools = await gateway.toTools(server_id);
    await work(async (name, args) => {
      const wire = capabilities.find((capability) => capability.name === name)?.wire_name;
      return tools.find((tool) => tool.name === wire)?.invoke(new RunContext(), JSON.stringify(args));
    });
  } finally {
    await gateway.close();
  }
}

async function serve(onEra: (era: string) => void) {
  const handler = createMcpHandler(({ era, requestInfo }) => {
    onEra(era);
    const server = new McpServer({ name: 'sums', version: '1.0.0' });
    const inputSchema = z.object({ a: z.number(), b: z.number() });
    server.registerTool('add', { description: 'Adds two numbers.', inputSchema }, async ({ a, b }) => ({
      content: [{ type: 'text', text: `${a + b} ${requestInfo?.headers.get('x-key')}` }],
    }));
    return server;
  });
  const onRequest = toNodeHandler(handler);
  const http = createServer(
    (request, response) => void Reflect.apply(onRequest, undefined, [request, response]),
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const port = portOf(http.address());
  const close = () => {
    http.closeAllConnections();
    http.close();
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}

async function startEverything() {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [binOf('server-everything'), 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  await vi.waitFor(() => expect(output).toContain('listening'), { timeout: 20_000 });
  return { url: `http://127.0.0.1:${port}/mcp`, stop: () => child.kill() };
}

async function freePort(): Promise<number> {
  const socket = createSocketServer();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const port = portOf(socket.address());
  await new Promise((resolve) => socket.close(resolve));
  return port;
}

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' ? (address?.port ?? 0) : 0;

function binOf(name: string): string {
  const manifest = createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}/package.json`);
  return join(dirname(manifest), 'dist/index.js');
}
