import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Agent,
  createRunner,
  hostedMcpTool,
  RuleSafetyAgent,
  SafetyGate,
  tool,
  type GateContextInput,
  type GateRequest,
  type SafetyAgentLike,
} from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, untyped } from './programs/mediation-fixtures.ts';

const read = tool({
  name: 'read_note',
  description: 'Reads a note.',
  parameters: z.object({ id: z.string() }),
  extensions: { manifest: { effect: 'read' } },
  execute: async () => 'text',
});
const remove = tool({
  name: 'delete_note',
  description: 'Deletes a note.',
  parameters: z.object({ id: z.string() }),
  execute: async () => expect.unreachable('The gate runs nothing.'),
});
const agent = new Agent({ name: 'Clerk', tools: [read, remove] });

/** The fields of the design documents, without others. */
const request = (tool_name: string, user_intent = 'Please read note 7.'): GateRequest => ({
  tool_name,
  tool_kind: 'function',
  args: { id: '7' },
  user_intent,
});
const balanced: GateContextInput = { policyProfile: 'balanced' };

describe('SafetyGate.evaluate() outside of a run', () => {
  it('evaluates with the rules when the context has only a profile', async () => {
    const gate = new SafetyGate(new RuleSafetyAgent());
    expect(await gate.evaluate(agent, request('read_note'), balanced)).toMatchObject({
      decision: 'allow',
      risk_level: 2,
      reason: expect.any(String),
    });
    const { decision } = await gate.evaluate(agent, request('delete_note'), balanced);
    expect(decision).not.toBe('allow');
  });

  it('uses user_intent as the text of the user', async () => {
    const gate = new SafetyGate(new RuleSafetyAgent());
    const asked = await gate.evaluate(agent, request('delete_note', 'Please delete note 7.'), balanced);
    const unasked = await gate.evaluate(agent, request('delete_note', 'What is the weather?'), balanced);
    expect(asked.rule_ids).not.toEqual(unasked.rule_ids);
  });

  it('accepts a plain object with a name and tools as the agent', async () => {
    const plain = { name: 'Plain', tools: [{ name: 'delete_note', description: 'Deletes a note.' }] };
    const { decision } = await new SafetyGate(new RuleSafetyAgent()).evaluate(
      plain,
      request('delete_note'),
      balanced,
    );
    expect(decision).not.toBe('allow');
  });

  it('passes the capabilities of the agent to the judge', async () => {
    const files = hostedMcpTool({ serverLabel: 'files', serverUrl: 'https://files.example' });
    const seen: unknown[] = [];
    const gate = new SafetyGate({
      evaluate: (_agent, { tool: { id, kind } }, { capabilities, policyProfile: { name } }) => {
        seen.push(id, kind, name, capabilities);
        return { decision: 'deny', risk_level: 3, reason: 'Not today.' };
      },
    });
    const clerk = new Agent({ name: 'Clerk', tools: [read, files] });
    await gate.evaluate(clerk, { ...request('files/erase'), tool_kind: 'mcp' }, { policyProfile: 'strict' });
    expect(seen).toEqual([
      'hosted_mcp:files/erase',
      'hosted_mcp',
      'strict',
      {
        agent_name: 'Clerk',
        tool_names: ['read_note', 'hosted_mcp:files'],
        skill_ids: [],
        mcp_capabilities: [{ name: 'hosted_mcp:files', description: '', risk_level: 3 }],
      },
    ]);
  });

  const unconnected = new Agent({
    name: 'Clerk',
    mcpServers: [
      untyped({
        name: 'files',
        cacheToolsList: false,
        listTools: () => Promise.reject(new Error('not connected')),
      }),
    ],
  });
  it.each<[string, unknown]>([
    ['has no list of tools', { name: 'Clerk' }],
    ['has tools that are not a list', { name: 'Clerk', tools: {} }],
    ['is undefined', undefined],
    ['does not list the tool', new Agent({ name: 'Clerk', tools: [read] })],
    ['has no tools', new Agent({ name: 'Clerk' })],
    [
      'lists a tool of an unknown kind',
      { name: 'Clerk', tools: [{ type: 'telepathy', name: 'delete_note' }] },
    ],
    ['lists a value that is not a tool', { name: 'Clerk', tools: [7] }],
    ['has an MCP server that does not respond', unconnected],
  ])('throws AGENTS-E-AGENT-CAPABILITY-RESOLVE when the agent %s', async (_case, who) => {
    const allows: SafetyAgentLike = {
      evaluate: () => ({ decision: 'allow', risk_level: 1, reason: 'fine' }),
    };
    await expect(
      new SafetyGate(allows).evaluate(untyped(who), request('delete_note'), balanced),
    ).rejects.toMatchObject({ code: 'AGENTS-E-AGENT-CAPABILITY-RESOLVE' });
  });

  it.each<[string, unknown]>([
    ['is missing', {}],
    ['does not exist', { policyProfile: 'loose' }],
  ])('throws AGENTS-E-POLICY-INVALID when the profile %s', async (_case, context) => {
    await expect(
      new SafetyGate(new RuleSafetyAgent()).evaluate(agent, request('read_note'), untyped(context)),
    ).rejects.toMatchObject({ code: 'AGENTS-E-POLICY-INVALID' });
  });
});

describe('createRunner() with a safetyAgent that only has evaluate()', () => {
  const judge = (decision: 'allow' | 'deny' | 'needs_human', risk_level: 1 | 5 = 1) => ({
    seen: untyped<unknown[]>([]),
    evaluate(
      agentLike: { name: string; tools?: readonly unknown[] | undefined },
      call: { tool_name: string },
    ) {
      this.seen.push(agentLike.name, agentLike.tools?.length, call.tool_name);
      return { decision, risk_level, reason: 'The object decided this.' };
    },
  });

  it('calls it for each tool call, with the agent and its tools', async () => {
    const effects = new Effects();
    const safetyAgent = judge('allow');
    const runner = createRunner({ safetyAgent, store: 'memory' });
    await runner.run(effects.clerk([[functionCall('c1', 'erase', { what: 'a' })]]), 'Please erase a.');
    expect(effects.done).toEqual(['a']);
    expect(safetyAgent.seen).toEqual(['Clerk', 1, 'erase']);
  });

  it.each([
    ['deny', 1, 'AGENTS-E-GATE-DENIED'],
    ['needs_human', 1, 'waits'],
    ['allow', 5, 'waits'],
  ] as const)('does not execute its decision %s of risk %i', async (decision, risk, expected) => {
    const effects = new Effects();
    const runner = createRunner({ safetyAgent: judge(decision, risk), store: 'memory' });
    const outcome = await runner
      .run(effects.clerk([[functionCall('c1', 'erase', { what: 'a' })]]), 'Please erase a.')
      .then(
        ({ interruptions }) => (interruptions.length === 1 ? 'waits' : 'done'),
        (error: unknown) => Reflect.get(Object(error), 'code'),
      );
    expect(outcome).toBe(expected);
    expect(effects.done).toEqual([]);
  });

  it.each([[undefined], [null], [{}], [{ evaluate: 'yes' }], [() => ({ decision: 'allow' })]])(
    'rejects %o',
    (safetyAgent) => {
      expect(() => createRunner({ safetyAgent: untyped(safetyAgent), store: 'memory' })).toThrowError(
        expect.objectContaining({ code: 'AGENTS-E-RUNNER-CONFIG' }),
      );
    },
  );
});
