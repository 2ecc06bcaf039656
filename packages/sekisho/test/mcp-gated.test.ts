import { describe, expect, it } from 'vitest';
import { Agent, createRunner, RuleSafetyAgent } from '../src/index.ts';
import type { McpServerConfig } from '../src/contracts/mcp-server-config.ts';
import type { McpToolDefinition } from '../src/contracts/mcp-tool-definition.ts';
import { McpGateway } from '../src/mcp/mcp-gateway.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';

const path = { type: 'string', pattern: '^[a-z.]+$' };
const READ: McpToolDefinition = {
  name: 'read-note',
  description: 'Reads a note.',
  // Written by zod, as most servers do.
  inputSchema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { path },
    required: ['path'],
    additionalProperties: false,
  },
};
const NOTES = {
  server_id: 'notes',
  command: 'notes',
  manifests: { 'read-note': { effect: 'read', arguments: { path: 'path' } } },
} satisfies McpServerConfig;

describe('a tool of the gateway in a gated run', () => {
  it('is known by its canonical id, whatever the model calls it', async () => {
    const { result, calls } = await run({ path: 'a.txt' });
    expect(result.output_text).toBe('done');
    expect(result.tool_calls).toMatchObject([
      { tool_name: 'mcp:notes/read-note', tool_kind: 'mcp', status: 'done' },
    ]);
    expect(calls).toEqual([{ path: 'a.txt' }]);
  });

  it.each([{}, { path: 1 }, { path: 'A!' }, { path: 'a.txt', more: true }, { path: null }])(
    'neither passes the gate nor reaches the server with arguments that do not fit: %j',
    async (args) => {
      const { calls, log } = await run(args);
      expect(calls).toEqual([]);
      expect(log).toContain('gate.decision deny');
      expect(log).not.toContain('gate.decision allow');
      expect(log).not.toContain('tool.start');
    },
  );

  it('asks a person as long as nobody accepted its definition', async () => {
    const { result, calls } = await run({ path: 'a.txt' }, { trustOnFirstUse: false });
    expect(result.interruptions).toHaveLength(1);
    expect(calls).toEqual([]);
  });

  it.each([
    [
      'nobody accepted its definition',
      undefined,
      /The definition of this MCP tool has not been accepted yet\./,
      /まだ承認されていません/,
    ],
    [
      'its definition changed',
      'Reads a note, slowly.',
      /changed the definition of this tool since it was accepted\./,
      /定義を変更しました/,
    ],
  ])('tells the person in both languages that %s', async (_why, later, en, ja) => {
    let description = READ.description;
    const gateway = new McpGateway({
      trustOnFirstUse: later !== undefined,
      connect: async () => ({
        isOpen: true,
        listTools: async () => [{ ...READ, description }],
        callTool: async () => ({ content: [] }),
        close: async () => {},
      }),
    });
    const { capabilities } = await gateway.register(NOTES);
    description = later ?? description;
    const name = capabilities[0]?.wire_name ?? '';
    const agent = new Agent({
      name: 'Clerk',
      model: scriptedModel([[functionCall('call_1', name, { path: 'a.txt' })]]),
      tools: await gateway.toTools('notes'),
    });
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory', agents: [agent] });
    const { interruptions } = await runner.run(agent, 'Please read the note a.txt.');
    const [asked] = await runner.getPendingApprovals();
    expect(interruptions).toHaveLength(1);
    expect(asked?.prompt).toMatch(en);
    expect(asked?.prompt_ja).toMatch(ja);
    await runner.close();
  });

  it('is a read that nobody asks about if its words say so and its hints do not object', async () => {
    const tool = { ...READ, name: 'show-note', description: 'Shows a note.' };
    expect((await run({ path: 'a.txt' }, { tool, says: 'What is the weather?' })).calls).toHaveLength(1);
  });

  it.each([
    [
      'is not believed when it calls itself harmless',
      { readOnlyHint: true },
      'Erases all notes.',
      'erase-all',
    ],
    ['is believed when it calls itself dangerous', { destructiveHint: true }, 'Shows a note.', 'show-note'],
  ])('%s', async (_name, annotations, description, name) => {
    const tool = { ...READ, name, description, annotations };
    const { result, calls } = await run({ path: 'a.txt' }, { tool, says: 'What is the weather?' });
    expect(calls).toEqual([]);
    expect(result.interruptions.length).toBeGreaterThan(0);
  });
});

describe('the scopes of the gateway', () => {
  it('hold in a run of another profile than the tools were listed for', async () => {
    const calls: unknown[] = [];
    const gateway = new McpGateway({
      trustOnFirstUse: true,
      connect: async () => ({
        isOpen: true,
        listTools: async () => [READ],
        callTool: async (_name, given) => {
          calls.push(given);
          return { content: [{ type: 'text', text: 'Buy milk.' }] };
        },
        close: async () => {},
      }),
    });
    const { capabilities } = await gateway.register(NOTES);
    const clerk = async () =>
      new Agent({
        name: 'Clerk',
        model: scriptedModel([[functionCall('call_1', capabilities[0]?.wire_name ?? '', { path: 'a.txt' })]]),
        tools: await gateway.toTools('notes'),
      });
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory', mcp: gateway });
    const says = 'Please read the note a.txt.';
    await expect(
      runner.run(await clerk(), says, { extensions: { policyProfile: 'strict' } }),
    ).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
      message: expect.stringContaining('may not use'),
    });
    expect(calls).toEqual([]);
    await runner.run(await clerk(), says);
    expect(calls).toHaveLength(1);
  });
});

interface Scene {
  readonly trustOnFirstUse?: boolean;
  readonly tool?: McpToolDefinition;
  readonly says?: string;
}

async function run(args: Record<string, unknown>, scene: Scene = {}) {
  const { trustOnFirstUse = true, tool = READ, says = 'Please read the note a.txt.' } = scene;
  const calls: unknown[] = [];
  const gateway = new McpGateway({
    trustOnFirstUse,
    connect: async () => ({
      isOpen: true,
      listTools: async () => [tool],
      callTool: async (_name, given) => {
        calls.push(given);
        return { content: [{ type: 'text', text: 'Buy milk.' }] };
      },
      close: async () => {},
    }),
  });
  const { capabilities } = await gateway.register(NOTES);
  const agent = new Agent({
    name: 'Clerk',
    model: scriptedModel([[functionCall('call_1', capabilities[0]?.wire_name ?? '', args)]]),
    tools: await gateway.toTools('notes'),
  });
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory', agents: [agent] });
  const result = await runner.run(agent, says);
  const log = (await runner.getExecutionLogs()).map(({ event, decision }) => `${event} ${decision}`.trim());
  return { result, calls, log };
}
