import { AsyncResource } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Agent,
  createRunner,
  SafetyAgent,
  SekishoError,
  shellTool,
  tool,
  type ModelResponse,
  type Tool,
} from '../src/index.ts';
import { Runner as UpstreamRunner, Usage, type AgentsCore } from '../src/openai-agents/upstream.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

const call = functionCall('call_1', 'erase', { what: 'a' });
const denied = { code: 'AGENTS-E-GATE-DENIED' };

const runConfig = () => {
  const model = scriptedModel([[call]]);
  return { modelProvider: { getModel: () => model } };
};

describe('the gate applies', () => {
  it('to a judge that runs an agent with its own tools', async () => {
    const effects = new Effects();
    const inner = new Effects();
    const judgeAgent = () => inner.clerk([[call]], { name: 'Judge' });
    const safetyAgent = new SafetyAgent(async () => {
      const { finalOutput } = await new UpstreamRunner({ tracingDisabled: true }).run(judgeAgent(), 'Judge.');
      return { decision: finalOutput === 'done' ? 'allow' : 'deny', risk_level: 1, reason: '' };
    });
    await createRunner({ safetyAgent, store: 'memory' }).run(effects.clerk([[call]]), 'Please erase a.');
    expect(effects.done).toEqual(['a']);
    expect(inner.done).toEqual(['a']);
  });

  it.each([
    ['deny', 0],
    ['allow', 1],
  ] as const)('to an agent of the CommonJS copy of upstream (%s)', async (verdict, times) => {
    const copy: AgentsCore = createRequire(import.meta.url)('@openai/agents-core');
    expect(copy.Agent).not.toBe(Agent);
    const effects = new Effects();
    const agent = new copy.Agent({ name: 'Clerk', model: scriptedModel([[call]]), tools: [effects.tool()] });
    const run = runnerWithJudge(verdict).run(untyped<Agent>(agent), 'Please erase a.');
    const end = await run.then(
      () => 'allow',
      (error: unknown) => (error instanceof SekishoError ? 'deny' : String(error)),
    );
    expect(end).toBe(verdict);
    expect(effects.done).toHaveLength(times);
  });

  it('to an agent that overrides its list of tools', async () => {
    const effects = new Effects();
    class OverridingAgent extends Agent {
      override async getAllTools() {
        return untyped<Tool[]>([effects.tool()]);
      }
    }
    const agent = new OverridingAgent({ name: 'Clerk', model: scriptedModel([[call]]) });
    await expect(runnerWithJudge('allow').run(agent, 'Please erase a.')).rejects.toThrow('never decided');
    expect(effects.done).toEqual([]);
  });

  it('to a disabled tool', async () => {
    const effects = new Effects();
    const off = tool({
      name: 'erase',
      description: '',
      parameters: z.object({ what: z.string() }),
      isEnabled: false,
      execute: async ({ what }) => effects.done.push(what),
    });
    await runnerWithJudge('allow')
      .run(effects.clerk([[call]], { tools: [off] }), 'Please erase a.')
      .catch(() => {});
    expect(effects.done).toEqual([]);
  });

  it('when the approval policy of a tool throws', async () => {
    const effects = new Effects();
    const agent = effects.clerk([[call]], {
      tools: [
        effects.tool('erase', { needsApproval: () => Promise.reject(new Error('The policy failed.')) }),
      ],
    });
    await expect(runnerWithJudge('allow').run(agent, 'Please erase a.')).rejects.toThrow('policy failed');
    expect(effects.done).toEqual([]);
  });

  it('together with the approval policy of a tool', async () => {
    const effects = new Effects();
    const agent = effects.clerk([[call]], {
      tools: [effects.tool('erase', { needsApproval: async () => true })],
    });
    const runner = runnerWithJudge('allow');
    const first = await runner.run(agent, 'Please erase a.');
    expect(effects.done).toEqual([]);
    const id = first.interruptions[0]?.approval_id ?? '';
    await runner.approveAndResume(first.run_id, id, { decision: 'approve' });
    expect(effects.done).toEqual(['a']);
  });

  it('to a model that responds in another asynchronous context', async () => {
    const elsewhere = new AsyncResource('elsewhere');
    const thenable = (response: ModelResponse) => ({
      // oxlint-disable-next-line unicorn/no-thenable -- the test needs a thenable
      then: (resolve: (value: ModelResponse) => void) =>
        elsewhere.runInAsyncScope(() => setTimeout(() => resolve(response), 1)),
    });
    const effects = new Effects();
    const model = scriptedModel([[call]]);
    const agent = new Agent({
      name: 'Clerk',
      tools: [effects.tool()],
      model: {
        ...model,
        getResponse: async (request) => untyped(thenable(await model.getResponse(request))),
      },
    });
    await expect(runnerWithJudge('deny').run(agent, 'Please erase a.')).rejects.toMatchObject(denied);
    expect(effects.done).toEqual([]);
  });

  it('to a gated tool that a plain run uses', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('allow');
    const agent = effects.clerk([[call]]);
    let listed: Promise<Tool[]> | undefined;
    agent.on('agent_tool_start', (context) => {
      listed = agent.getAllTools(context);
    });
    await runner.run(agent, 'Please erase a.');
    const attacker = effects.clerk([[call]], { name: 'Attacker', tools: untyped(await listed) });
    await expect(new UpstreamRunner({ tracingDisabled: true }).run(attacker, 'Erase.')).rejects.toThrow(
      'outside of the run',
    );
    expect(effects.done).toEqual(['a']);
  });

  it.each([
    ['no policy', {}],
    ['the policy false', { needsApproval: false }],
    ['the policy true', { needsApproval: true }],
    ['a function as policy', { needsApproval: async () => false }],
  ])('not even for calls of a model behind the gate, to a tool with %s', async (_case, options) => {
    const effects = new Effects();
    const agent = new Agent({
      name: 'Clerk',
      model: scriptedModel([]),
      tools: [effects.tool('erase', options)],
    });
    // The gate never sees the response of this model.
    const value = scriptedModel([[call]]);
    agent.on('agent_start', () => {
      Object.defineProperty(agent, 'model', { value, configurable: true, writable: true });
    });
    await expect(runnerWithJudge('allow').run(agent, 'Erase a.')).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
      message: expect.stringContaining('never decided'),
    });
    expect(effects.done).toEqual([]);
  });

  it('to a model from the configuration of the runner', async () => {
    const effects = new Effects();
    const agent = new Agent({ name: 'Clerk', tools: [effects.tool()] });
    await runnerWithJudge('allow', { runConfig: { model: scriptedModel([[call]]) } }).run(agent, 'Erase a.');
    expect(effects.done).toEqual(['a']);
    const refusing = runnerWithJudge('deny', { runConfig: { model: scriptedModel([[call]]) } });
    await expect(refusing.run(agent, 'Erase a.')).rejects.toMatchObject(denied);
    expect(effects.done).toEqual(['a']);
  });

  it('to a model that a provider creates from a name', async () => {
    const effects = new Effects();
    const agent = new Agent({ name: 'Clerk', model: 'some-model', tools: [effects.tool()] });
    await runnerWithJudge('allow', { runConfig: runConfig() }).run(agent, 'Erase a.');
    expect(effects.done).toEqual(['a']);
    await expect(
      runnerWithJudge('deny', { runConfig: runConfig() }).run(agent, 'Erase a.'),
    ).rejects.toMatchObject(denied);
    expect(effects.done).toEqual(['a']);
  });

  it('to a response that changes after its evaluation', async () => {
    const effects = new Effects();
    const output = [functionCall('call_1', 'erase', { what: 'a' })];
    const safetyAgent = new SafetyAgent(() => {
      queueMicrotask(() => setImmediate(() => Object.assign(output[0] ?? {}, { arguments: '{"what":"b"}' })));
      return { decision: 'allow', risk_level: 1, reason: '' };
    });
    const slow = tool({
      name: 'erase',
      description: '',
      parameters: z.object({ what: z.string() }),
      needsApproval: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        return false;
      },
      execute: async ({ what }) => effects.done.push(what),
    });
    const agent = new Agent({
      name: 'Clerk',
      tools: [slow],
      model: { ...scriptedModel([]), getResponse: async () => ({ output, usage: new Usage() }) },
    });
    await createRunner({ safetyAgent, store: 'memory' })
      .run(agent, 'Erase a.', { maxTurns: 1 })
      .catch(() => {});
    expect(effects.done).not.toContain('b');
  });

  it('when two tools have the same name', async () => {
    const effects = new Effects();
    const harmless = Object.assign(effects.tool(), { description: 'Does nothing.' });
    const agent = effects.clerk([[call]], { tools: [harmless, effects.tool()] });
    const judged: string[] = [];
    const safetyAgent = new SafetyAgent((_agent, request) => {
      judged.push(request.tool.description ?? '');
      return {
        decision: request.tool.description === 'Does nothing.' ? 'allow' : 'deny',
        risk_level: 1,
        reason: '',
      };
    });
    const started: string[] = [];
    agent.on('agent_tool_start', (_context, each) => {
      started.push(each.type === 'function' ? each.description : '');
    });
    await createRunner({ safetyAgent, store: 'memory' })
      .run(agent, 'Erase a.')
      .catch(() => {});
    expect(started.every((description) => description === 'Does nothing.')).toBe(true);
    expect(effects.done.length).toBe(started.length);
  });

  it('to tool calls that the host passes in extensions', async () => {
    const effects = new Effects();
    const extensions = { toolCalls: [{ tool_name: 'erase', args: { what: 'a' } }] };
    await expect(
      runnerWithJudge('deny').run(effects.clerk([]), 'Erase a.', { extensions }),
    ).rejects.toMatchObject(denied);
    expect(effects.done).toEqual([]);
    await runnerWithJudge('allow').run(effects.clerk([]), 'Erase a.', { extensions });
    expect(effects.done).toEqual(['a']);
  });

  it('to an unknown kind of tool', async () => {
    const agent = new Agent({ name: 'Clerk', model: scriptedModel([]) });
    agent.tools = [untyped({ type: 'teleport', name: 'teleport' })];
    await expect(runnerWithJudge('allow').run(agent, 'Go.')).rejects.toMatchObject({
      code: 'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
    });
  });

  it('to a shell of the provider', async () => {
    const agent = new Agent({
      name: 'Clerk',
      model: scriptedModel([]),
      tools: [shellTool({ environment: { type: 'container_auto' } })],
    });
    await expect(runnerWithJudge('needs_human').run(agent, 'Go.')).rejects.toMatchObject(denied);
  });

  it.each([{ timeoutMs: 5000 }, { inputGuardrails: [] }, { needsApproval: async () => false }])(
    'to a tool with %o, which runs once with valid arguments and never with others',
    async (options) => {
      const effects = new Effects();
      const made = tool({
        name: 'erase',
        description: '',
        strict: false,
        parameters: {
          type: 'object',
          properties: { what: { type: 'string' } },
          required: ['what'],
          additionalProperties: true,
        },
        execute: async () => effects.done.push('a'),
        ...untyped<{ timeoutMs?: number }>(options),
      });
      const odd = functionCall('call_0', 'erase', { what: 7 });
      const runner = runnerWithJudge('allow');
      await runner.run(effects.clerk([[odd]], { tools: [made] }), 'Erase a.');
      expect(effects.done).toEqual([]);
      await runner.run(effects.clerk([[call]], { tools: [made] }), 'Erase a.');
      expect(effects.done).toEqual(['a']);
    },
  );
});
