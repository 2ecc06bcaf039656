import type { MCPServer } from '@openai/agents-core';
import { describe, expect, it } from 'vitest';
import { Agent } from '../src/index.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

describe('a tool of a server that the Agents SDK connects', () => {
  it.each([
    ['a dash', 'send-mail', 'send_mail'],
    ['a dot', 'mail.send', 'mail_send'],
    ['a space', 'send mail', 'send_mail'],
    ['letters of another script', '送信', '__'],
    ['an emoji', 'send📨', 'send__'],
  ])('has the id of its server and its own name when the name contains %s', async (_what, name, wireName) => {
    expect(await judgedAs([server('one', [name, 'read'])], [wireName, 'read'])).toEqual([
      `mcp:one/${name}`,
      'mcp:one/read',
    ]);
  });

  it.each([
    ['a dash', 'one', 'send-mail'],
    ['a dash at its end', 'one', '-send-'],
    ['no Latin letters', 'one', '送信'],
    ['a server with a long name', 'one-'.repeat(30), 'send-mail'],
    ['a long name', 'one', 'send-mail-'.repeat(12)],
  ])('is identified when its wire name begins with the server: %s', async (_what, serverName, name) => {
    const servers = [server(serverName, [name]), server('two', ['read-mail'])];
    const ids = await judgedAs(servers, ({ tools }) => tools.map((tool) => tool.name), {
      includeServerInToolNames: true,
    });
    expect(ids).toEqual([`mcp:${serverName}/${name}`, 'mcp:two/read-mail']);
  });

  it.each(['sse: ', 'streamable-http: ', ''])(
    'displays no key from the URL of its server: %s',
    async (kind) => {
      const one = server(`${kind}https://me:hunter2@mcp.example.com/mcp?apiKey=hunter2#hunter2`, [
        'send-mail',
      ]);
      expect(await judgedAs([one], ['send_mail'])).toEqual([
        `mcp:${kind}https://mcp.example.com/mcp/send-mail`,
      ]);
      const prefixed = await judgedAs([one], ({ tools }) => tools.map(({ name }) => name), {
        includeServerInToolNames: true,
      });
      expect(prefixed).toEqual([`mcp:${kind}https://mcp.example.com/mcp/send-mail`]);
    },
  );

  it('is identified when the list was cached before the run', async () => {
    const one = Object.assign(server('kept', ['send-mail']), { cacheToolsList: true });
    await new Agent({ name: 'Clerk', mcpServers: [one] }).getAllTools(untyped({}));
    expect(await judgedAs([one], ['send_mail'])).toEqual(['mcp:kept/send-mail']);
  });

  it.each([
    ['a list', { blockedToolNames: ['send'] }],
    ['a function', async (_context: unknown, { name }: { name: string }) => name !== 'send'],
  ])('is not confused with a tool of another server that %s excludes', async (_what, toolFilter) => {
    const trusted = { ...server('trusted', ['read', 'send']), toolFilter };
    const other = server('other', ['send']);
    expect(await judgedAs([trusted, other], ['read', 'send'])).toEqual([
      'mcp:trusted/read',
      'mcp:other/send',
    ]);
  });

  it('is not confused with an excluded tool of the same server with the same wire name', async () => {
    const toolFilter = async (_context: unknown, { name }: { name: string }) => name !== 'send-mail';
    const one = { ...server('one', ['send-mail', 'send_mail']), toolFilter };
    expect(await judgedAs([one], ['send_mail'])).toEqual(['mcp:one/send_mail']);
  });

  it('stops the run when its server lists other tools in the meantime, so that it cannot be identified', async () => {
    let lists = 0;
    const one: MCPServer = {
      ...server('one', []),
      listTools: async () => {
        lists += 1;
        return server('one', [lists === 1 ? 'send_mail' : 'other']).listTools();
      },
    };
    const two: MCPServer = {
      ...server('two', []),
      listTools: async () => {
        await one.listTools();
        return server('two', ['read']).listTools();
      },
    };
    await expect(judgedAs([one, two], ['send_mail'])).rejects.toMatchObject({
      code: 'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
    });
  });
});

type Tools = { readonly tools: readonly { readonly name?: string }[] };

/** Returns the ids that the gate receives for calls with these names. */
async function judgedAs(
  mcpServers: MCPServer[],
  names: readonly string[] | ((request: Tools) => readonly (string | undefined)[]),
  mcpConfig: { includeServerInToolNames?: boolean } = {},
): Promise<string[]> {
  const ids: string[] = [];
  const runner = runnerWithJudge(({ tool_name }) => {
    ids.push(tool_name);
    return { decision: 'allow' };
  });
  const agent = new Agent({
    name: 'Clerk',
    model: scriptedModel([
      (request) =>
        (typeof names === 'function' ? names(untyped(request)) : names).map((name, index) =>
          functionCall(`call_${index}`, name ?? '', {}),
        ),
    ]),
    mcpServers,
    mcpConfig,
  });
  await runner.run(agent, 'Please do it all.');
  return ids;
}

function server(name: string, tools: readonly string[]): MCPServer {
  return {
    name,
    cacheToolsList: false,
    connect: async () => {},
    close: async () => {},
    listTools: async () =>
      tools.map((tool) => ({
        name: tool,
        description: 'Does it.',
        inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      })),
    callTool: async () => [{ type: 'text', text: 'done' }],
    invalidateToolsCache: async () => {},
  };
}
