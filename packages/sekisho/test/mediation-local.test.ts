import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Agent, computerTool, shellTool, type Computer, type Model } from '../src/index.ts';
import { scriptedModel, type ScriptedItem } from '../src/testing/scripted-model.ts';
import { runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

const denied = { code: 'AGENTS-E-GATE-DENIED' };

const shellCall = (id: string, command: string): ScriptedItem => ({
  type: 'shell_call',
  callId: id,
  status: 'completed',
  action: { commands: [command] },
});

function shellAgent(steps: ScriptedItem[][], done: string[]) {
  const run = async ({ commands }: { commands: string[] }) => {
    done.push(...commands);
    return { output: [] };
  };
  return new Agent({ name: 'Clerk', model: scriptedModel(steps), tools: [shellTool({ shell: { run } })] });
}

const computer = (done: string[]): Computer => {
  const act = (name: string) => async () => void done.push(name);
  return {
    environment: 'browser',
    dimensions: [10, 10],
    screenshot: async () => 'aGVsbG8=',
    click: act('click'),
    doubleClick: act('doubleClick'),
    scroll: act('scroll'),
    type: act('type'),
    wait: act('wait'),
    move: act('move'),
    keypress: act('keypress'),
    drag: act('drag'),
  };
};
const click = { type: 'click', x: 1, y: 1, button: 'left' } as const;
const computerAgent = (item: object, done: string[]) =>
  new Agent({
    name: 'Clerk',
    model: scriptedModel([
      [untyped({ type: 'computer_call', callId: 'call_1', status: 'completed', ...item })],
    ]),
    tools: [computerTool({ computer: computer(done) })],
  });

describe('the call of a local tool', () => {
  it('requires approval again, even after a sticky approval', async () => {
    const done: string[] = [];
    const runner = runnerWithJudge(({ args }) => ({
      decision: JSON.stringify(args).includes('rm -rf') ? 'deny' : 'needs_human',
    }));
    const agent = shellAgent([[shellCall('call_1', 'ls')], [shellCall('call_2', 'rm -rf /')]], done);
    const first = await runner.run(agent, 'List.');
    for (const item of first.interruptions) first.state.approve(item, { alwaysApprove: true });
    await expect(runner.run(agent, first.state)).rejects.toMatchObject(denied);
    expect(done).toEqual(['ls']);
  });

  it('is executed with the edits of a person', async () => {
    const done: string[] = [];
    const runner = runnerWithJudge('needs_human');
    const first = await runner.run(shellAgent([[shellCall('call_1', 'rm a')]], done), 'Remove.');
    await runner.approveAndResume(first.run_id, first.interruptions[0]?.approval_id ?? '', {
      decision: 'approve',
      editedArgs: { commands: ['ls'] },
    });
    expect(done).toEqual(['ls']);
  });

  it('returns an error and is not executed when it is too large', async () => {
    const done: string[] = [];
    const runner = runnerWithJudge('allow', { maxArgumentBytes: 100 });
    const result = await runner.run(shellAgent([[shellCall('call_1', 'x'.repeat(200))]], done), 'Go.');
    expect(JSON.stringify(result.history)).toContain('larger than 100 bytes');
    expect(done).toEqual([]);
  });

  it('is evaluated as upstream reads it: an empty list does not hide an action', async () => {
    const done: string[] = [];
    const runner = runnerWithJudge(({ args }) => ({
      decision: JSON.stringify(args).includes('click') ? 'deny' : 'allow',
    }));
    await expect(
      runner.run(computerAgent({ actions: [], action: click }, done), 'Go.'),
    ).rejects.toMatchObject(denied);
    expect(done).toEqual([]);
  });

  it('stops the run when it is too large for a computer', async () => {
    const done: string[] = [];
    const runner = runnerWithJudge('allow', { maxArgumentBytes: 100 });
    const action = { type: 'type', text: 'x'.repeat(200) };
    await expect(runner.run(computerAgent({ action }, done), 'Go.')).rejects.toMatchObject(denied);
    expect(done).toEqual([]);
  });

  it('is not repeated after a crash', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sekisho-computer-'));
    const done: string[] = [];
    const item = { type: 'computer_call', callId: 'call_1', status: 'completed', action: click };
    const open = (second: () => Promise<void>) => {
      const script = scriptedModel([[untyped(item)]]);
      const model: Model = {
        getResponse: async (request) => {
          const response = await script.getResponse(request);
          if (script.turns > 1) await second();
          return response;
        },
        getStreamedResponse: (request) => script.getStreamedResponse(request),
      };
      const agent = new Agent({ name: 'Clerk', model, tools: [computerTool({ computer: computer(done) })] });
      return {
        agent,
        runner: runnerWithJudge('allow', { store: { directory }, agents: [agent], leaseMs: 20 }),
      };
    };
    const { promise: clicked, resolve } = Promise.withResolvers<void>();
    const crashed = open(async () => {
      resolve();
      await new Promise(() => undefined);
    });
    void crashed.runner.run(crashed.agent, 'Click.').catch(() => undefined);
    await clicked;
    await crashed.runner.close({ timeoutMs: 0 });
    const { runner } = open(async () => undefined);
    const recover = async () => (await runner.recoverRuns()).failed;
    await expect.poll(recover, { timeout: 10_000 }).toMatchObject([{ error: denied }]);
    expect(done).toEqual(['click']);
    await runner.close();
    rmSync(directory, { recursive: true });
  });

  it('cannot be edited for a computer', async () => {
    const done: string[] = [];
    const runner = runnerWithJudge('needs_human');
    const first = await runner.run(computerAgent({ action: click }, done), 'Go.');
    const id = first.interruptions[0]?.approval_id ?? '';
    await expect(
      runner.submitApproval(id, 'approve', { editedArgs: { type: 'wait' } }),
    ).rejects.toMatchObject({ code: 'AGENTS-E-APPROVAL-INVALID' });
    expect(done).toEqual([]);
  });
});
