import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Agent, RunState, shellTool, type FunctionToolResult, type Tool } from '../src/index.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

const call = functionCall('call_1', 'erase', { what: 'a' });

describe('the tools that a program receives', () => {
  it('are its own in the events of agent and runner', async () => {
    const effects = new Effects();
    const erase = effects.tool();
    const agent = effects.clerk([[call]], { tools: [erase] });
    const seen: Tool[] = [];
    agent.on('agent_tool_start', (_context, tool) => void seen.push(tool));
    agent.on('agent_tool_end', (_context, tool) => void seen.push(tool));
    await runnerWithJudge('allow').run(agent, 'Please erase a.');
    expect(seen).toHaveLength(2);
    for (const tool of seen) expect(tool).toBe(erase);
    expect(effects.done).toEqual(['a']);
  });

  it('are its own in an event of a shell', async () => {
    const done: string[] = [];
    const shell = shellTool({
      shell: {
        run: async ({ commands }) => {
          done.push(...commands);
          return { output: [] };
        },
      },
    });
    const action = { commands: ['ls'] };
    const agent = new Agent({
      name: 'Clerk',
      model: scriptedModel([[{ type: 'shell_call', callId: 'call_1', status: 'completed', action }]]),
      tools: [shell],
    });
    const seen: Tool[] = [];
    agent.on('agent_tool_start', (_context, tool) => void seen.push(tool));
    await runnerWithJudge('allow').run(agent, 'List.');
    expect(seen).toEqual([shell]);
    expect(seen[0]).toBe(shell);
    expect(done).toEqual(['ls']);
  });

  it('are its own in toolUseBehavior', async () => {
    const effects = new Effects();
    const erase = effects.tool();
    const agent = effects.clerk([[call]], { tools: [erase] });
    const behavior = async (_context: unknown, results: FunctionToolResult[]) => {
      const isMine = results.every((result) => result.tool === erase);
      return {
        isFinalOutput: true,
        isInterrupted: undefined,
        finalOutput: isMine ? 'mine' : 'a copy',
      } as const;
    };
    agent.toolUseBehavior = behavior;
    const result = await runnerWithJudge('allow').run(agent, 'Please erase a.');
    expect(result.finalOutput).toBe('mine');
    expect(agent.toolUseBehavior).toBe(behavior);
  });

  it('are its own where an override of emit passes them on', async () => {
    const effects = new Effects();
    const erase = effects.tool();
    const agent = effects.clerk([[call]], { tools: [erase] });
    const emit: CallableFunction = agent.emit.bind(agent);
    const seen: unknown[] = [];
    agent.emit = untyped((...args: unknown[]) => {
      if (args[0] === 'agent_tool_start') seen.push(args[2]);
      return Reflect.apply(emit, agent, args);
    });
    await runnerWithJudge('allow').run(agent, 'Please erase a.');
    expect(seen).toEqual([erase]);
    expect(seen[0]).toBe(erase);
    expect(effects.done).toEqual(['a']);
  });

  it('are its own in a state that was read from text, and the state runs nothing by itself', async () => {
    const effects = new Effects();
    const erase = effects.tool();
    const agent = effects.clerk([[call]], { tools: [erase] });
    const runner = runnerWithJudge('needs_human');
    const first = await runner.run(agent, 'Please erase a.');
    const state = await RunState.fromString(agent, first.state.toString());
    expect(state._lastProcessedResponse?.functions[0]?.tool).toBe(erase);
    for (const item of state.getInterruptions()) state.approve(item);
    await runner.run(agent, state);
    expect(effects.done).toEqual(['a']);
  });
});

describe('an agent after a run', () => {
  it('is printed as before', async () => {
    const agent = () => new Agent({ name: 'Clerk', model: 'some-model' });
    const used = agent();
    const modelProvider = { getModel: () => scriptedModel([]) };
    await runnerWithJudge('allow', { runConfig: { modelProvider } }).run(used, 'Hello.');
    expect(inspect(used)).toBe(inspect(agent()));
  });

  it('has a gated model, also one that a listener assigned', async () => {
    const effects = new Effects();
    const agent = effects.clerk([], { tools: [effects.tool()] });
    agent.model = 'some-model';
    agent.on('agent_start', () => {
      agent.model = scriptedModel([[call]]);
    });
    const denied = {
      code: 'AGENTS-E-GATE-DENIED',
      message: expect.stringContaining('The test decided this.'),
    };
    await expect(runnerWithJudge('deny').run(agent, 'Please erase a.')).rejects.toMatchObject(denied);
    expect(effects.done).toEqual([]);
  });
});

describe('a tool that the gate did not list', () => {
  it('does not start although a program receives its original', async () => {
    const effects = new Effects();
    const erase = effects.tool();
    const runner = runnerWithJudge('allow');
    await runner.run(effects.clerk([[call]], { tools: [erase] }), 'Please erase a.');
    const agent = effects.clerk([[call]], { tools: [erase] });
    const original = agent.getAllTools.bind(agent);
    // The subclass lists the gated tools and passes the tools of the program to upstream.
    agent.getAllTools = untyped(async (...args: Parameters<typeof original>) => {
      await original(...args);
      return [erase];
    });
    await expect(runner.run(agent, 'Please erase a.')).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
    });
    expect(effects.done).toEqual(['a']);
  });
});
