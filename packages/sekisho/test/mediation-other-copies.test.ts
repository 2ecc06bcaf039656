import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { Agent, doctor, SekishoError, tool, type AgentRunner, type Model, type Tool } from '../src/index.ts';
import type { AgentsCore } from '../src/openai-agents/upstream.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';
import { installOtherCopies, loadOther } from './programs/other-sdk-copies.ts';

const call = functionCall('call_1', 'erase', { what: 'a' });
const OTHERS = [
  ['@openai/agents', '0.18.0', 'import'],
  ['@openai/agents', '0.18.0', 'require'],
  ['agents-19', '0.19.0', 'import'],
  ['agents-19', '0.19.0', 'require'],
] as const;

let folder = '';
beforeAll(async () => {
  folder = await installOtherCopies();
}, 300_000);

/** A tool, an agent and a runner of the other copy; executions of the tool are counted. */
class Foreign {
  readonly effects = new Effects();
  readonly model = scriptedModel([[call]]);
  readonly core: AgentsCore;

  constructor(core: AgentsCore) {
    this.core = core;
  }

  tool() {
    return this.core.tool({
      name: 'erase',
      description: 'Erases.',
      parameters: z.object({ what: z.string() }),
      execute: async ({ what }) => {
        this.effects.done.push(what);
        return 'erased';
      },
    });
  }

  agent() {
    return new this.core.Agent({ name: 'Foreign', model: untyped<Model>(this.model), tools: [this.tool()] });
  }

  runner() {
    return new this.core.Runner({ tracingDisabled: true });
  }
}

/** Returns an agent with hooks whose tool runs `execute`. */
function host(execute: () => Promise<unknown>) {
  const ask = tool({ name: 'ask', description: 'Asks.', parameters: z.object({}), execute });
  return new Agent({ name: 'Host', model: scriptedModel([[functionCall('call_0', 'ask')]]), tools: [ask] });
}

type Attack = (foreign: Foreign, runner: AgentRunner) => Promise<unknown>;

/** Ways to use another copy below a gated run. */
const ATTACKS: readonly (readonly [string, Attack])[] = [
  ['as the agent of the run', (foreign, runner) => runner.run(untyped<Agent>(foreign.agent()), 'Go.')],
  [
    'as a tool',
    (foreign, runner) => {
      const foreignTool = foreign.agent().asTool({ toolName: 'ask', toolDescription: 'Asks.' });
      const model = scriptedModel([[functionCall('call_0', 'ask', { input: 'go' })]]);
      return runner.run(new Agent({ name: 'Host', model, tools: [untyped<Tool>(foreignTool)] }), 'Go.');
    },
  ],
  [
    'as a handoff',
    (foreign, runner) => {
      const model = scriptedModel([[functionCall('call_0', 'transfer_to_Foreign')]]);
      const handoffs = [untyped<Agent>(foreign.agent())];
      return runner.run(new Agent({ name: 'Host', model, handoffs }), 'Go.');
    },
  ],
  [
    'as a handoff that it created itself',
    (foreign, runner) => {
      const model = scriptedModel([[functionCall('call_0', 'transfer_to_Foreign')]]);
      const handoffs = [untyped<Agent>(foreign.core.handoff(foreign.agent()))];
      return runner.run(new Agent({ name: 'Host', model, handoffs }), 'Go.');
    },
  ],
  [
    'in a tool, by run()',
    (foreign, runner) =>
      runner.run(
        host(() => foreign.core.run(foreign.agent(), 'Go.')),
        'Go.',
      ),
  ],
  [
    'in a tool, by a runner',
    (foreign, runner) =>
      runner.run(
        host(() => foreign.runner().run(foreign.agent(), 'Go.')),
        'Go.',
      ),
  ],
  [
    'in a tool, as a stream',
    (foreign, runner) =>
      runner.run(
        host(async () => {
          const stream = await foreign.runner().run(foreign.agent(), 'Go.', { stream: true });
          await stream.completed;
        }),
        'Go.',
      ),
  ],
  [
    'in a tool that catches every error',
    (foreign, runner) =>
      runner.run(
        host(() =>
          foreign
            .runner()
            .run(foreign.agent(), 'Go.')
            .catch(() => 'fine'),
        ),
        'Go.',
      ),
  ],
  [
    'in a tool, with its runner and an agent that has hooks',
    (foreign, runner) => {
      const agent = new Agent({ name: 'Ours', model: foreign.model, tools: [foreign.effects.tool()] });
      return runner.run(
        host(() => foreign.runner().run(untyped<Agent>(agent), 'Go.')),
        'Go.',
      );
    },
  ],
  [
    'in a tool, continuing a state from outside',
    async (foreign, runner) => {
      const agent = foreign.agent();
      for (const each of agent.tools) Object.assign(each, { needsApproval: async () => true });
      const waiting = await foreign.runner().run(agent, 'Go.');
      for (const item of waiting.interruptions) waiting.state.approve(item);
      return runner.run(
        host(() => foreign.runner().run(agent, waiting.state)),
        'Go.',
      );
    },
  ],
  [
    'in an input guardrail',
    (foreign, runner) => {
      const execute = async () => {
        await foreign.runner().run(foreign.agent(), 'Go.');
        return { tripwireTriggered: false, outputInfo: {} };
      };
      const inputGuardrails = [{ name: 'foreign', execute }];
      const model = scriptedModel([]);
      return runner.run(new Agent({ name: 'Host', model, inputGuardrails }), 'Go.');
    },
  ],
  [
    'in toolUseBehavior',
    (foreign, runner) => {
      const agent = host(async () => 'done');
      agent.toolUseBehavior = async () => {
        await foreign.runner().run(foreign.agent(), 'Go.');
        return { isFinalOutput: false, isInterrupted: undefined };
      };
      return runner.run(agent, 'Go.');
    },
  ],
  [
    'in a function that returns instructions',
    (foreign, runner) => {
      const instructions = async () => {
        await foreign.runner().run(foreign.agent(), 'Go.');
        return 'Be good.';
      };
      return runner.run(new Agent({ name: 'Host', model: scriptedModel([]), instructions }), 'Go.');
    },
  ],
];

describe.each(OTHERS)('another copy of the Agents SDK (%s %s by %s)', (name, version, how) => {
  it.each(ATTACKS)('executes nothing when it is used %s', async (_what, attack) => {
    const foreign = new Foreign(await loadOther(folder, name, how));
    expect(foreign.core.Agent).not.toBe(Agent);
    const runner = runnerWithJudge('allow');
    const error: unknown = await attack(foreign, runner).catch((cause: unknown) => cause);
    expect(foreign.effects.done).toEqual([]);
    expect(error).toBeInstanceOf(SekishoError);
    expect(error).toMatchObject({ code: 'AGENTS-E-SDK-COPY' });
    expect(String(error)).toContain('@openai/agents-core 0.20.');
    expect(String(error)).toContain('npm ls @openai/agents-core');
    expect(await runner.getExecutionLogs({ event: 'run.denied' })).toHaveLength(1);
  });

  it('is named in the error with its version and folder', async () => {
    const foreign = new Foreign(await loadOther(folder, name, how));
    const agent = host(() => foreign.runner().run(foreign.agent(), 'Go.'));
    const refusal = runnerWithJudge('allow').run(agent, 'Go.');
    await expect(refusal).rejects.toThrow(`@openai/agents-core ${version} (${folder}`);
  });

  it.each([
    ['allow', ['a']],
    ['deny', []],
  ] as const)('may create tools, which pass the gate (%s)', async (verdict, expected) => {
    const foreign = new Foreign(await loadOther(folder, name, how));
    const agent = new Agent({ name: 'Host', model: foreign.model, tools: [untyped<Tool>(foreign.tool())] });
    await runnerWithJudge(verdict)
      .run(agent, 'Go.')
      .catch(() => {});
    expect(foreign.effects.done).toEqual(expected);
  });

  it('is not changed outside of gated runs', async () => {
    await runnerWithJudge('allow').run(new Effects().clerk([[call]]), 'Go.');
    const foreign = new Foreign(await loadOther(folder, name, how));
    const { finalOutput } = await foreign.runner().run(foreign.agent(), 'Go.');
    expect(finalOutput).toBe('done');
    expect(foreign.effects.done).toEqual(['a']);
  });
});

describe('a model of the extensions 0.18', () => {
  it.each([
    ['allow', ['a']],
    ['deny', []],
  ] as const)('is evaluated like any other (%s)', async (verdict, expected) => {
    const { aisdk } = untyped<{ aisdk: (model: object) => Model }>(
      await loadOther(folder, '@openai/agents-extensions/ai-sdk', 'import'),
    );
    let turns = 0;
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    const input = JSON.stringify({ what: 'a' });
    const toolCall = { type: 'tool-call', toolCallId: 'call_1', toolName: 'erase', input };
    const model = aisdk({
      specificationVersion: 'v2',
      provider: 'test',
      modelId: 'test',
      supportedUrls: {},
      doGenerate: async () => {
        turns += 1;
        const content = turns === 1 ? [toolCall] : [{ type: 'text', text: 'done' }];
        return { content, usage, finishReason: 'stop', warnings: [] };
      },
    });
    const effects = new Effects();
    const agent = new Agent({ name: 'Host', model, tools: [effects.tool()] });
    await runnerWithJudge(verdict)
      .run(agent, 'Go.')
      .catch(() => {});
    expect(effects.done).toEqual(expected);
  });
});

describe('the doctor', () => {
  it('reports other installed copies as an error', async () => {
    const before = process.argv[1] ?? '';
    process.argv[1] = join(folder, 'program.js');
    onTestFinished(() => {
      process.argv[1] = before;
    });
    const { findings } = await doctor(runnerWithJudge('allow'));
    const copies = findings.find(({ id }) => id === 'sdk.copies');
    expect(copies?.level).toBe('error');
    for (const version of ['0.18.0', '0.19.0', '0.20.'])
      expect(copies?.found.en).toContain(`@openai/agents-core ${version}`);
  });

  it('reports nothing for a program with one copy', async () => {
    const { findings } = await doctor(runnerWithJudge('allow'));
    expect(findings.filter(({ id }) => id === 'sdk.copies')).toEqual([]);
  });
});

describe('events of other emitters', () => {
  it('with the same names pass inside a gated run', async () => {
    const seen: unknown[] = [];
    const bus = new EventEmitter();
    bus.on('agent_start', (...args) => seen.push(args.length));
    const agent = host(async () => {
      bus.emit('agent_start');
      bus.emit('agent_start', { usage: 1 }, 'two');
    });
    agent.on('agent_tool_end', (context, ...rest) =>
      setImmediate(() => bus.emit('agent_start', context, ...rest)),
    );
    await runnerWithJudge('allow').run(agent, 'Go.');
    await new Promise(setImmediate);
    expect(seen).toEqual([0, 2, 4]);
  });
});
