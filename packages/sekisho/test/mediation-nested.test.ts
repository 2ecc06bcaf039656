import { describe, expect, it } from 'vitest';
import { Agent, type ToolCallRequest } from '../src/index.ts';
import {
  assistantText,
  functionCall,
  scriptedModel,
  type ScriptedStep,
} from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

const call = functionCall('call_1', 'erase', { what: 'a' });
const denyErase = ({ tool_name }: ToolCallRequest) =>
  ({ decision: tool_name === 'erase' ? 'deny' : 'allow' }) as const;
const askErase = ({ tool_name }: ToolCallRequest) =>
  ({ decision: tool_name === 'erase' ? 'needs_human' : 'allow' }) as const;
const coordinator = (steps: readonly ScriptedStep[], tools: Agent['tools']) =>
  new Agent({ name: 'Coordinator', model: scriptedModel(steps), tools });
const asked = (id: string, name = 'ask_clerk') => functionCall(id, name, { input: 'go' });

describe('nested agents', () => {
  it('are stopped together, and a later sibling does not start', async () => {
    const effects = new Effects();
    const agent = coordinator(
      [[asked('call_0'), functionCall('call_2', 'burn', { what: 'b' })]],
      [
        effects.clerk([[call]]).asTool({ toolName: 'ask_clerk', toolDescription: 'Asks.' }),
        effects.tool('burn'),
      ],
    );
    const runner = runnerWithJudge(denyErase, {
      runConfig: { toolExecution: { maxFunctionToolConcurrency: 1 } },
    });
    await expect(runner.run(agent, 'Erase a.')).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
    expect(effects.done).toEqual([]);
  });

  it('can each wait for approval of a call with the same id', async () => {
    const effects = new Effects();
    const sub = (name: string) =>
      effects
        .clerk([[functionCall('call_1', 'erase', { what: name })]], { name })
        .asTool({ toolName: `ask_${name}`, toolDescription: 'Asks.' });
    const agent = coordinator(
      [[asked('call_a', 'ask_one'), asked('call_b', 'ask_two')]],
      [sub('one'), sub('two')],
    );
    const runner = runnerWithJudge(askErase);
    const first = await runner.run(agent, 'Erase.');
    expect(first.interruptions).toHaveLength(2);
    let token = '';
    for (const { approval_id: id } of await runner.getPendingApprovals(first.run_id)) {
      ({ token } = await runner.submitApproval(id, 'approve'));
    }
    const last = await runner.resumeRun(first.run_id, token);
    expect(last.interruptions).toEqual([]);
    expect(effects.done.toSorted()).toEqual(['one', 'two']);
  });

  it('with one name can wait in parallel with the same ids', async () => {
    const effects = new Effects();
    const clerk = new Agent({
      name: 'Clerk',
      tools: [effects.tool()],
      model: scriptedModel(
        Array.from({ length: 4 }, () => ({ input }) => {
          const text = JSON.stringify(input);
          return text.includes('function_call_result') ? [assistantText('done')] : [call];
        }),
      ),
    });
    const agent = coordinator(
      [
        [
          functionCall('call_a', 'ask_clerk', { input: 'first' }),
          functionCall('call_b', 'ask_clerk', { input: 'second' }),
        ],
      ],
      [clerk.asTool({ toolName: 'ask_clerk', toolDescription: 'Asks.' })],
    );
    const runner = runnerWithJudge(askErase);
    const first = await runner.run(agent, 'Erase.');
    expect(first.interruptions).toHaveLength(2);
    let token = '';
    for (const { approval_id: id } of await runner.getPendingApprovals(first.run_id)) {
      ({ token } = await runner.submitApproval(id, 'approve'));
    }
    const last = await runner.resumeRun(first.run_id, token);
    expect(last.interruptions).toEqual([]);
    expect(effects.done).toEqual(['a', 'a']);
  });

  it('wait for approval of the agent first and of its call next', async () => {
    const effects = new Effects();
    const agent = coordinator(
      [[asked('call_0')]],
      [effects.clerk([[call]]).asTool({ toolName: 'ask_clerk', toolDescription: 'Asks.' })],
    );
    const runner = runnerWithJudge('needs_human');
    let result: {
      readonly interruptions: readonly { readonly approval_id: string }[];
      readonly run_id: string;
    } = await runner.run(agent, 'Erase a.');
    for (let wait = 0; wait < 2; wait += 1) {
      expect(effects.done).toEqual([]);
      expect(result.interruptions).toHaveLength(1);
      const id = result.interruptions[0]?.approval_id ?? '';
      result = await runner.approveAndResume(result.run_id, id, { decision: 'approve' });
    }
    expect(result.interruptions).toEqual([]);
    expect(effects.done).toEqual(['a']);
  });

  it('receive a handoff after the call beside it was approved', async () => {
    const effects = new Effects();
    const agent = new Agent({
      name: 'Coordinator',
      model: scriptedModel([[call, functionCall('call_2', 'transfer_to_Clerk')]]),
      tools: [effects.tool()],
      handoffs: [effects.clerk([])],
    });
    const runner = runnerWithJudge(askErase);
    const first = await runner.run(agent, 'Erase a.');
    const id = first.interruptions[0]?.approval_id ?? '';
    const result = await runner.approveAndResume(first.run_id, id, { decision: 'approve' });
    expect(effects.done).toEqual(['a']);
    expect(result.lastAgent?.name).toBe('Clerk');
  });
});
