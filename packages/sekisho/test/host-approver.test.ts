import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  Agent,
  applyPatchTool,
  hostedMcpTool,
  MemoryPolicyStore,
  shellTool,
  type AgentRunner,
  type RunContext,
} from '../src/index.ts';
import { loadProfile } from '../../engine/src/policy/load-profile.ts';
import { scriptedModel, type ScriptedItem } from '../src/testing/scripted-model.ts';
import { runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

/** The approver of the host: its parameters and its result. */
type OnApproval = (context: RunContext, item: { rawItem: unknown }) => Promise<unknown>;

const HOST = { id: 'host-program', kind: 'host', assurance: 'onApproval' };

const shellCall = (id: string, command: string): ScriptedItem => ({
  type: 'shell_call',
  callId: id,
  status: 'completed',
  action: { commands: [command] },
});

const patchCall = (path: string): ScriptedItem => ({
  type: 'apply_patch_call',
  callId: 'call_1',
  status: 'completed',
  operation: { type: 'delete_file', path },
});

const mcpCall = (id: string): ScriptedItem => ({
  type: 'hosted_tool_call',
  id,
  name: 'erase',
  arguments: '{"what":"a"}',
  status: 'in_progress',
  providerData: {
    type: 'mcp_approval_request',
    id,
    server_label: 'files',
    name: 'erase',
    arguments: '{"what":"a"}',
  },
});

/** Returns an agent with a shell and this approver. */
function shellAgent(onApproval: OnApproval, calls = [shellCall('call_1', 'ls')]) {
  const done: string[] = [];
  const shell = {
    run: async ({ commands }: { commands: string[] }) => {
      done.push(...commands);
      return { output: [] };
    },
  };
  const tools = [shellTool({ shell, needsApproval: true, onApproval: untyped(onApproval) })];
  return { done, agent: new Agent({ name: 'Clerk', model: scriptedModel([calls]), tools }) };
}

async function recordsOf(runner: AgentRunner, event: string) {
  const logs = await runner.getExecutionLogs();
  return logs.filter((each) => each.event === event).map(({ data }) => data);
}

/** Checks that every start in the log has a permission, and every row a record. */
async function expectVerifiedLog(runner: AgentRunner) {
  const report = await runner.verifyExecutionLog();
  expect(report.ok).toBe(true);
  expect(report.permissions).toMatchObject({ faults: 0, unchecked: 0 });
}

const approve: OnApproval = async () => ({ approve: true });

afterEach(() => vi.restoreAllMocks());

describe('onApproval of the host, when the gate requires approval', () => {
  it.each(['needs_human', 'allow'] as const)('approves the call that it received (%s)', async (decision) => {
    const asked: unknown[] = [];
    const { agent, done } = shellAgent(async (_context, { rawItem }) => {
      asked.push(rawItem);
      return { approve: true };
    });
    const runner = runnerWithJudge(decision);
    const result = await runner.run(agent, 'List.');
    expect(done).toEqual(['ls']);
    expect(result.finalOutput).toBe('done');
    expect(result.interruptions).toEqual([]);
    expect(asked).toEqual([expect.objectContaining({ callId: 'call_1', action: { commands: ['ls'] } })]);
    expect(await recordsOf(runner, 'approval.approved')).toEqual([
      expect.objectContaining({ by: 'host-program', decider: 'host', assurance: 'onApproval' }),
    ]);
    expect(await recordsOf(runner, 'tool.start')).toMatchObject([{ permission: 'approval' }]);
    const [start] = await recordsOf(runner, 'tool.start');
    const [approval] = await recordsOf(runner, 'approval.used');
    expect(start?.['permission_id']).toBe(approval?.['approval_id']);
    expect(await runner.getPendingApprovals()).toEqual([]);
    await expectVerifiedLog(runner);
  });

  it('denies the call, and the model receives its reason', async () => {
    const { agent, done } = shellAgent(async () => ({ approve: false, reason: 'Not today.' }));
    const runner = runnerWithJudge('needs_human');
    const result = await runner.run(agent, 'List.');
    expect(done).toEqual([]);
    expect(result.finalOutput).toBe('done');
    expect(JSON.stringify(result.history)).toContain('Not today.');
    expect(await recordsOf(runner, 'approval.denied')).toEqual([
      expect.objectContaining({ by: 'host-program', decider: 'host', comment: 'Not today.' }),
    ]);
    expect(await runner.getPendingApprovals()).toEqual([]);
    await expectVerifiedLog(runner);
  });

  it('leaves the request to a person when it returns no decision', async () => {
    const { agent, done } = shellAgent(async () => ({}));
    const runner = runnerWithJudge('needs_human');
    const { run_id, interruptions } = await runner.run(agent, 'List.');
    expect(done).toEqual([]);
    const { token } = await runner.submitApproval(interruptions[0]?.approval_id ?? '', 'approve');
    await runner.resumeRun(run_id, token);
    expect(done).toEqual(['ls']);
  });

  it('receives masked values completely, and the log records it', async () => {
    const command = 'echo Authorization: Bearer abcdefghijklmnop; ls';
    const { agent, done } = shellAgent(approve, [shellCall('call_1', command)]);
    const runner = runnerWithJudge('needs_human');
    await runner.run(agent, 'List.');
    expect(done).toEqual([command]);
    expect(await recordsOf(runner, 'approval.requested')).toMatchObject([{ display: 'partial' }]);
    const [reading] = await recordsOf(runner, 'approval.viewed');
    expect(reading).toMatchObject({ by: 'host-program', decider: 'host' });
    expect(await recordsOf(runner, 'approval.approved')).toMatchObject([
      { display_digest: reading?.['display_digest'] },
    ]);
    await expectVerifiedLog(runner);
  });

  it('decides on a patch', async () => {
    const done: string[] = [];
    const act = async ({ path }: { path: string }) => {
      done.push(path);
      return { status: 'completed' as const };
    };
    const agent = new Agent({
      name: 'Clerk',
      model: scriptedModel([[patchCall('a.txt')]]),
      tools: [
        applyPatchTool({
          editor: { createFile: act, updateFile: act, deleteFile: act },
          onApproval: async () => ({ approve: true }),
        }),
      ],
    });
    const runner = runnerWithJudge('needs_human');
    await runner.run(agent, 'Tidy up.');
    expect(done).toEqual(['a.txt']);
    await expectVerifiedLog(runner);
  });

  it.each([true, false])('decides on a call of a hosted MCP server (%s)', async (isApproved) => {
    const agent = new Agent({
      name: 'Clerk',
      model: scriptedModel([[mcpCall('mcpr_1')]]),
      tools: [
        hostedMcpTool({
          serverLabel: 'files',
          serverUrl: 'https://mcp.example.com',
          requireApproval: 'always',
          onApproval: async () => ({ approve: isApproved }),
        }),
      ],
    });
    const runner = runnerWithJudge('needs_human');
    const result = await runner.run(agent, 'Erase a.');
    expect(result.interruptions).toEqual([]);
    expect(JSON.stringify(result.history)).toContain(`"approve":${isApproved}`);
    expect(await recordsOf(runner, isApproved ? 'approval.approved' : 'approval.denied')).toMatchObject([
      { decider: 'host' },
    ]);
    await expectVerifiedLog(runner);
  });
});

describe('an onApproval whose result is invalid', () => {
  const failures: [string, OnApproval][] = [
    [
      'throws',
      async () => {
        throw new Error('The terminal is gone.');
      },
    ],
    ['returns undefined', async () => undefined],
    ['returns a string', async () => 'yes'],
    ['returns true', async () => true],
    [
      'changes the id of the call',
      async (_context, item) => {
        Reflect.set(Object(item.rawItem), 'callId', 'call_2');
        return { approve: true };
      },
    ],
    [
      'replaces the call',
      async (_context, item) => {
        Reflect.set(item, 'rawItem', shellCall('call_1', 'rm -rf /'));
        return { approve: true };
      },
    ],
  ];
  it.each(failures)('ends the run when it %s', async (_case, onApproval) => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { agent, done } = shellAgent(onApproval);
    const runner = runnerWithJudge('needs_human');
    await expect(runner.run(agent, 'List.')).rejects.toThrow(/terminal is gone|onApproval/);
    expect(done).toEqual([]);
    expect(await recordsOf(runner, 'gate.decision')).toContainEqual(
      expect.objectContaining({ rule_ids: ['host.policy-failed'] }),
    );
    expect(await recordsOf(runner, 'approval.approved')).toEqual([]);
    expect(await runner.getPendingApprovals()).toEqual([]);
    await expectVerifiedLog(runner);
  });

  it.each([
    ['approve: "yes"', { approve: 'yes' }],
    ['approve: 1', { approve: 1 }],
    ['an object without fields', {}],
    ['a list', [true]],
  ])('leaves the request pending when the result is %s', async (_case, returned) => {
    const { agent, done } = shellAgent(async () => returned);
    const runner = runnerWithJudge('needs_human');
    expect((await runner.run(agent, 'List.')).interruptions).toHaveLength(1);
    expect(done).toEqual([]);
  });

  it('cannot return different results to us and to upstream', async () => {
    let reads = 0;
    const returned = {
      get approve() {
        reads += 1;
        return reads > 1;
      },
    };
    const { agent, done } = shellAgent(async () => returned);
    await runnerWithJudge('needs_human').run(agent, 'List.');
    expect(done).toEqual([]);
  });

  it('cannot change the action that it received', async () => {
    const { agent, done } = shellAgent(async (_context, { rawItem }) => {
      const action: unknown = Reflect.get(Object(rawItem), 'action');
      expect(Reflect.set(Object(action), 'commands', ['rm -rf /'])).toBe(false);
      expect(Reflect.set(Object(rawItem), 'action', { commands: ['rm -rf /'] })).toBe(false);
      return { approve: true };
    });
    await runnerWithJudge('needs_human').run(agent, 'List.');
    expect(done).toEqual(['ls']);
  });

  it('cannot approve another call, or more than one', async () => {
    const calls = [shellCall('call_1', 'ls'), shellCall('call_2', 'rm -rf /')];
    const { agent, done } = shellAgent(async (context, item) => {
      const id: unknown = Reflect.get(Object(item.rawItem), 'callId');
      context.approveTool(untyped(item), { alwaysApprove: true });
      context.approveTool(untyped({ ...item, rawItem: calls[1] }), { alwaysApprove: true });
      return id === 'call_1' ? { approve: true } : {};
    }, calls);
    const runner = runnerWithJudge('needs_human');
    const { interruptions } = await runner.run(agent, 'List.');
    expect(done).toEqual(['ls']);
    expect(interruptions).toHaveLength(1);
    await expectVerifiedLog(runner);
  });

  it('is not called for a call that the gate denies', async () => {
    const onApproval = vi.fn<OnApproval>(approve);
    const { agent, done } = shellAgent(onApproval);
    await expect(runnerWithJudge('deny').run(agent, 'List.')).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
    });
    expect(onApproval).not.toHaveBeenCalled();
    expect(done).toEqual([]);
  });

  it('is not called for a call that cannot be displayed', async () => {
    const onApproval = vi.fn<OnApproval>(approve);
    const { agent, done } = shellAgent(onApproval, [shellCall('call_1', 'ls \u202E# sl')]);
    const { interruptions } = await runnerWithJudge('needs_human').run(agent, 'List.');
    expect(interruptions).toHaveLength(1);
    expect(onApproval).not.toHaveBeenCalled();
    expect(done).toEqual([]);
  });

  it('is not called when the run requires a person for every call', async () => {
    const onApproval = vi.fn<OnApproval>(approve);
    const { agent, done } = shellAgent(onApproval);
    const { interruptions } = await runnerWithJudge('allow').run(agent, 'List.', {
      extensions: { requireHumanApproval: true },
    });
    expect(interruptions).toHaveLength(1);
    expect(onApproval).not.toHaveBeenCalled();
    expect(done).toEqual([]);
  });

  it('is not called, and an anonymous decision is rejected, when the profile requires a named person', async () => {
    const onApproval = vi.fn<OnApproval>(approve);
    const policyStore = new MemoryPolicyStore();
    await policyStore.setProfile({ ...loadProfile('balanced'), named_approver: true });
    const runner = runnerWithJudge('needs_human', { policyStore });
    const { agent, done } = shellAgent(onApproval);
    const result = await runner.run(agent, 'List.');
    expect(onApproval).not.toHaveBeenCalled();
    const id = result.interruptions[0]?.approval_id ?? '';
    const refused = { code: 'AGENTS-E-APPROVAL-INVALID', message: expect.stringContaining('named person') };
    await expect(runner.submitApproval(id, 'approve')).rejects.toMatchObject(refused);
    await expect(
      runner.submitApproval(id, 'approve', { by: { ...HOST, kind: 'host' } }),
    ).rejects.toMatchObject(refused);
    for (const item of result.interruptions) result.state.approve(item);
    await expect(runner.run(agent, result.state)).rejects.toMatchObject(refused);
    expect(done).toEqual([]);
    const { token } = await runner.submitApproval(id, 'approve', { by: { id: 'mika' } });
    await runner.resumeRun(result.run_id, token);
    expect(done).toEqual(['ls']);
  });

  it.each(['approve', 'deny'] as const)(
    'has no effect after the decision %s of a person',
    async (decision) => {
      const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
      const runner = runnerWithJudge('needs_human');
      let token = '';
      const { agent, done } = shellAgent(async () => {
        const [request] = await runner.getPendingApprovals();
        const by = { id: 'mika' };
        ({ token } = await runner.submitApproval(request?.approval_id ?? '', decision, { by }));
        return { approve: decision === 'deny' };
      });
      const { run_id } = await runner.run(agent, 'List.');
      expect(done).toEqual([]);
      expect(warned).toHaveBeenCalledWith(expect.stringContaining('onApproval'), expect.anything());
      await runner.resumeRun(run_id, token);
      expect(done).toEqual(decision === 'approve' ? ['ls'] : []);
      expect(
        await recordsOf(runner, `approval.${decision === 'approve' ? 'approved' : 'denied'}`),
      ).toMatchObject([{ by: 'mika' }]);
      await expectVerifiedLog(runner);
    },
  );

  it('has no effect after the request expired', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    let now = Date.now();
    const runner = runnerWithJudge('needs_human', { clock: () => now, approvalTtlSec: 60 });
    const { agent, done } = shellAgent(async () => {
      now += 120_000;
      return { approve: true };
    });
    await runner.run(agent, 'List.');
    expect(done).toEqual([]);
    expect(await recordsOf(runner, 'approval.approved')).toEqual([]);
  });
});
