import { shellTool, toolNamespace } from '@openai/agents-core';
import { describe, expect, it } from 'vitest';
import { Agent } from '../src/index.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

describe('the approval policy of a tool', () => {
  it('is applied when the host changes it after a run', async () => {
    const effects = new Effects();
    const erase = effects.tool();
    const runner = runnerWithJudge('allow');
    const agent = () => effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })]], { tools: [erase] });
    await runner.run(agent(), 'Please erase.');
    expect(effects.done).toEqual(['a']);
    erase.needsApproval = async () => true;
    expect((await runner.run(agent(), 'Please erase.')).interruptions).toHaveLength(1);
    expect(effects.done).toEqual(['a']);
  });

  it('applies to a replaced body, which is the one that runs', async () => {
    const effects = new Effects();
    const erase = effects.tool();
    const runner = runnerWithJudge('allow');
    const agent = () => effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })]], { tools: [erase] });
    await runner.run(agent(), 'Please erase.');
    erase.invoke = async () => 'nothing done';
    await runner.run(agent(), 'Please erase.');
    expect(effects.done).toEqual(['a']);
  });

  it.each([1, 'yes', {}])('is applied when a shell returns %j instead of true', async (returned) => {
    const commands: string[] = [];
    const runner = runnerWithJudge('allow');
    const agent = new Agent({
      name: 'Clerk',
      model: scriptedModel([
        [{ type: 'shell_call', callId: 'call_1', status: 'completed', action: { commands: ['rm x'] } }],
      ]),
      tools: [
        shellTool({
          shell: {
            run: async (action) => {
              commands.push(...action.commands);
              return { output: [] };
            },
          },
          needsApproval: async () => untyped<boolean>(returned),
        }),
      ],
    });
    expect((await runner.run(agent, 'Please tidy up.')).interruptions).toHaveLength(1);
    expect(commands).toEqual([]);
  });
});

describe('a tool in a namespace', () => {
  it('is evaluated and displayed with its namespace, because another namespace may contain the same name', async () => {
    const effects = new Effects();
    const judged: string[] = [];
    const runner = runnerWithJudge(({ tool_name }) => {
      judged.push(tool_name);
      return {};
    });
    const within = (name: string) =>
      toolNamespace({ name, description: `Tools for ${name}.`, tools: [effects.tool()] });
    const call = functionCall('call_1', 'erase', { what: 'a' });
    const agent = effects.clerk([[Object.assign(call, { namespace: 'crm' })]], {
      tools: [...within('crm'), ...within('files')],
    });
    await runner.run(agent, 'Please erase.');
    expect(judged).toEqual(['crm.erase']);
    const [request] = await runner.getPendingApprovals();
    expect(request?.prompt).toContain('will run crm.erase with');
  });
});

describe('an approval for a tool that the host changed while the run waited', () => {
  it.each([
    ['description', { description: 'Erases a thing, and sends a copy.' }],
    ['parameters', { parameters: { type: 'object', properties: { what: {} }, required: ['what'] } }],
  ])('is not used when its %s has changed', async (_what, change) => {
    const effects = new Effects();
    const erase = effects.tool();
    const runner = runnerWithJudge('needs_human');
    const agent = effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })]], { tools: [erase] });
    const { run_id, interruptions } = await runner.run(agent, 'Please erase.');
    const { token } = await runner.submitApproval(interruptions[0]?.approval_id ?? '', 'approve');
    Object.assign(erase, change);
    expect((await runner.resumeRun(run_id, token)).interruptions).toHaveLength(1);
    expect(effects.done).toEqual([]);
  });
});
