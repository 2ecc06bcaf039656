import { join } from 'node:path';
import type { MCPServerStdio } from '@openai/agents';
import { assistantMessage, functionCall } from '@openai/agents/testing';
import { serveLibrary } from '../mcp-http-server.ts';
import { observe, observeInterruption, observeRequests } from '../observe.ts';
import type { Programs, Sdk } from '../program.ts';
import { PROGRAM_ENVIRONMENT } from '../../../../../test/program-environment.ts';

export const mcp: Programs = {
  'a server over stdio': async ({ sdk, model }) => {
    const server = stdioServer(sdk, { cacheToolsList: true });
    await server.connect();
    try {
      const scripted = model(
        [
          functionCall('find_book', { title: 'Momo' }, { callId: 'c1' }),
          functionCall('lend_book', { title: 'Momo', days: 3 }, { callId: 'c2' }),
        ],
        [functionCall('burn_book', {}, { callId: 'c3' })],
        [assistantMessage('Done.')],
      );
      const agent = new sdk.Agent({ name: 'Librarian', mcpServers: [server], model: scripted });
      const listed = await server.listTools();
      const result = await sdk.run(agent, 'Lend me Momo');
      return {
        name: server.name,
        listed,
        result: observe(result),
        resources: await server.listResources(),
        rules: await server.readResource('library://rules'),
        called: await server.callTool('find_book', { title: 'Direct' }),
        requests: observeRequests(scripted),
      };
    } finally {
      await server.close();
    }
  },

  'a server over streamable HTTP': async ({ sdk, model }) => {
    const library = await serveLibrary();
    const server = new sdk.MCPServerStreamableHttp({
      url: library.url,
      name: 'library',
      requestInit: { headers: { 'x-reader': 'ann' } },
    });
    await server.connect();
    try {
      const scripted = model(
        [functionCall('find_book', { title: 'Momo' }, { callId: 'c1' })],
        [assistantMessage('Shelf 3.')],
      );
      const agent = new sdk.Agent({ name: 'Librarian', mcpServers: [server], model: scripted });
      const stream = await sdk.run(agent, 'Where is Momo?', { stream: true });
      await stream.completed;
      return {
        result: observe(stream),
        readers: [...library.readers],
        requests: observeRequests(scripted),
      };
    } finally {
      await server.close();
      await library.close();
    }
  },

  'filters, two servers and prefixed names': async ({ sdk, model }) => {
    const library = await serveLibrary();
    const seen: unknown[] = [];
    const first = new sdk.MCPServerStreamableHttp({
      url: library.url,
      name: 'first',
      toolFilter: sdk.createMCPToolStaticFilter({ allowed: ['find_book'] }) ?? {},
    });
    const second = new sdk.MCPServerStreamableHttp({
      url: library.url,
      name: 'second',
      toolFilter: async ({ agent, serverName }, tool) => {
        seen.push([agent.name, serverName, tool.name]);
        return tool.name !== 'burn_book';
      },
    });
    const servers = await sdk.connectMcpServers([first, second]);
    try {
      const scripted = model([assistantMessage('I see.')]);
      const agent = new sdk.Agent({
        name: 'Librarian',
        mcpServers: servers.active,
        mcpConfig: { includeServerInToolNames: true },
        model: scripted,
      });
      const context = new sdk.RunContext({});
      const tools = await sdk.getAllMcpTools({ mcpServers: [first], runContext: context, agent });
      const result = await sdk.run(agent, 'What can you do?');
      return {
        result: observe(result),
        tools: tools.map(({ name }) => name),
        seen,
        requests: observeRequests(scripted),
        failed: servers.failed.length,
      };
    } finally {
      await servers.close();
      await library.close();
    }
  },

  'a call through a server with a prefixed name': async ({ sdk, model }) => {
    const library = await serveLibrary();
    const server = new sdk.MCPServerStreamableHttp({ url: library.url, name: 'city library' });
    await server.connect();
    try {
      const probe = new sdk.Agent({
        name: 'Librarian',
        mcpServers: [server],
        mcpConfig: { includeServerInToolNames: true },
      });
      const tools = await probe.getMcpTools(new sdk.RunContext({}));
      const [find] = tools.map(({ name }) => name).filter((name) => name.includes('find'));
      const scripted = model(
        [functionCall(find ?? '', { title: 'Momo' }, { callId: 'c1' })],
        [assistantMessage('Shelf 3.')],
      );
      const agent = probe.clone({ model: scripted });
      return { names: tools.map(({ name }) => name), result: observe(await sdk.run(agent, 'Momo?')) };
    } finally {
      await server.close();
      await library.close();
    }
  },

  'an MCP tool that waits for approval, over two runs': async ({ sdk, model }) => {
    const library = await serveLibrary();
    const server = new sdk.MCPServerStreamableHttp({ url: library.url, name: 'library' });
    await server.connect();
    try {
      const scripted = model(
        [functionCall('lend_book', { title: 'Momo', days: 3 }, { callId: 'c1' })],
        [assistantMessage('Lent.')],
      );
      const listed = await server.listTools();
      const lend = listed.find(({ name }) => name === 'lend.book');
      if (!lend) throw new Error('The tool lend.book is missing.');
      const tool = sdk.mcpToFunctionTool(lend, server, false);
      tool.needsApproval = async () => true;
      const agent = new sdk.Agent({ name: 'Librarian', tools: [tool], model: scripted });
      const first = await sdk.run(agent, 'Lend me Momo');
      const asked = first.interruptions.map(observeInterruption);
      for (const item of first.interruptions) first.state.approve(item);
      return { asked, result: observe(await sdk.run(agent, first.state)) };
    } finally {
      await server.close();
      await library.close();
    }
  },

  'an unavailable server': async ({ sdk, model }) => {
    const server = new sdk.MCPServerStreamableHttp({ url: 'http://127.0.0.1:9/mcp', name: 'nowhere' });
    const servers = await sdk.connectMcpServers([server], { dropFailed: true });
    const agent = new sdk.Agent({
      name: 'Librarian',
      mcpServers: servers.active,
      model: model([assistantMessage('hi')]),
    });
    const result = observe(await sdk.run(agent, 'hello'));
    await servers.close();
    return { active: servers.active.length, failed: servers.failed.length, result };
  },
};

const stdioServer = (sdk: Sdk, options: { cacheToolsList?: boolean } = {}): MCPServerStdio =>
  new sdk.MCPServerStdio({
    name: 'library',
    command: process.execPath,
    args: [join(import.meta.dirname, '../mcp-stdio-server.ts')],
    env: PROGRAM_ENVIRONMENT,
    ...options,
  });
