import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Agent, invokeFunctionTool, RunContext, tool } from '../src/index.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

type Erase = ReturnType<Effects['tool']>;

const input = '{"what":"a"}';

/** The ways to run a tool without the model. */
const INVOCATIONS = [
  ['tool.invoke()', (erase: Erase, context: RunContext) => erase.invoke(context, input)],
  [
    'invokeFunctionTool()',
    (erase: Erase, runContext: RunContext) => invokeFunctionTool({ tool: erase, runContext, input }),
  ],
] as const;

type Invoke = (context: RunContext) => Promise<unknown>;

const ping = () =>
  tool({ name: 'ping', description: 'Pings.', parameters: z.object({}), execute: async () => 'pong' });
const host = () =>
  new Agent({ name: 'Host', model: scriptedModel([[functionCall('call_0', 'ping')]]), tools: [ping()] });

/** Code of the program that runs between the calls of a gated run. */
const CALLERS: readonly (readonly [string, (agent: Agent, invoke: Invoke) => void])[] = [
  ['a listener', (agent, invoke) => void agent.on('agent_start', (context) => void invoke(context))],
  [
    'a function that returns instructions',
    (agent, invoke) => {
      agent.instructions = async (context) => String(await invoke(context));
    },
  ],
  [
    'an input guardrail',
    (agent, invoke) => {
      const execute = async ({ context }: { context: RunContext }) => {
        await invoke(context);
        return { tripwireTriggered: false, outputInfo: {} };
      };
      agent.inputGuardrails = [{ name: 'busy', execute }];
    },
  ],
  [
    'toolUseBehavior',
    (agent, invoke) => {
      agent.toolUseBehavior = async (context) => {
        await invoke(context);
        return { isFinalOutput: false, isInterrupted: undefined };
      };
    },
  ],
];

describe.each(INVOCATIONS)('%s', (_invocation, invokeTool) => {
  it.each(CALLERS)('runs nothing in %s of a gated run', async (_caller, install) => {
    const effects = new Effects();
    const erase = effects.tool();
    const agent = host();
    install(agent, (context) => invokeTool(erase, context).catch(() => 'failed'));
    const runner = runnerWithJudge('allow');
    await expect(runner.run(agent, 'Go.')).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
    expect(effects.done).toEqual([]);
    expect(await runner.getExecutionLogs({ event: 'run.denied' })).toHaveLength(1);
  });

  it('runs in the body of an allowed call, as part of it', async () => {
    const effects = new Effects();
    const erase = effects.tool();
    const agent = host();
    agent.tools = [
      tool({
        name: 'ping',
        description: 'Pings.',
        parameters: z.object({}),
        execute: async (_args, context) => invokeTool(erase, context ?? new RunContext()),
      }),
    ];
    await runnerWithJudge('allow').run(agent, 'Go.');
    expect(effects.done).toEqual(['a']);
  });

  it('runs outside of gated runs', async () => {
    const effects = new Effects();
    expect(await invokeTool(effects.tool(), new RunContext())).toBe('erase did a');
  });
});

describe('agent.asTool().invoke() in a body', () => {
  it.each([
    ['allow', ['a']],
    ['deny', []],
  ] as const)('starts a run whose calls pass the gate (%s)', async (decision, expected) => {
    const effects = new Effects();
    const clerk = effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })]]);
    const ask = clerk.asTool({ toolName: 'ask', toolDescription: 'Asks.' });
    const agent = host();
    agent.tools = [
      tool({
        name: 'ping',
        description: 'Pings.',
        parameters: z.object({}),
        execute: async (_args, context) => ask.invoke(context ?? new RunContext(), '{"input":"go"}'),
      }),
    ];
    const runner = runnerWithJudge(({ tool_name }) => ({
      decision: tool_name === 'erase' ? decision : 'allow',
    }));
    await runner.run(agent, 'Go.').catch(() => {});
    expect(effects.done).toEqual(expected);
  });
});

describe('tool()', () => {
  it('still uses the name of the function for the tool', () => {
    const made = tool({ description: '', parameters: z.object({}), execute: async function wipe() {} });
    expect(made.name).toBe('wipe');
  });
});
