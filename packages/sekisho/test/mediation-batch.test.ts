import { describe, expect, it } from 'vitest';
import { createRunner, SafetyAgent } from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

const three = [
  functionCall('call_1', 'erase', { what: 'a' }),
  functionCall('call_2', 'erase', { what: 'b' }),
  functionCall('call_3', 'erase', { what: 'c' }),
];

describe('several calls of one turn', () => {
  it.each([
    ['first', 'a'],
    ['middle', 'b'],
    ['last', 'c'],
  ])('run none of them when the %s call is denied', async (_place, denied) => {
    const effects = new Effects();
    const runner = runnerWithJudge(({ args }) => ({
      decision: args['what'] === denied ? 'deny' : 'allow',
    }));
    await expect(runner.run(effects.clerk([three]), 'Please erase.')).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
    });
    expect(effects.done).toEqual([]);
  });

  it('run none of them when the last decision is a slow denial', async () => {
    const effects = new Effects();
    const safetyAgent = new SafetyAgent(async (_agent, { args }) => {
      if (args['what'] !== 'c') return { decision: 'allow', risk_level: 1, reason: '' };
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { decision: 'deny', risk_level: 5, reason: '' };
    });
    const runner = createRunner({ safetyAgent, store: 'memory' });
    await expect(runner.run(effects.clerk([three]), 'Please erase.')).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
    });
    expect(effects.done).toEqual([]);
  });

  it('run none of them sequentially either', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge(({ args }) => ({ decision: args['what'] === 'c' ? 'deny' : 'allow' }), {
      runConfig: { toolExecution: { maxFunctionToolConcurrency: 1 } },
    });
    await expect(runner.run(effects.clerk([three]), 'Please erase.')).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
    });
    expect(effects.done).toEqual([]);
  });

  it('run each once sequentially when they are allowed', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('allow', {
      runConfig: { toolExecution: { maxFunctionToolConcurrency: 1 } },
    });
    await runner.run(effects.clerk([three]), 'Please erase.');
    expect(effects.done).toEqual(['a', 'b', 'c']);
  });

  it('run the allowed call immediately and retain the others for approval', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge(({ args }) => ({
      decision: args['what'] === 'a' ? 'allow' : 'needs_human',
    }));
    const waiting = await runner.run(effects.clerk([three]), 'Please erase.');
    expect(effects.done).toEqual(['a']);
    expect(waiting.interruptions).toHaveLength(2);
  });

  it('resume once after two approvals and one denial, and repeat nothing', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('needs_human');
    const waiting = await runner.run(effects.clerk([three]), 'Please erase.');
    const [a, b, c] = waiting.interruptions.map(({ approval_id: id }) => id);
    await runner.submitApproval(a ?? '', 'approve');
    await runner.submitApproval(b ?? '', 'deny', { comment: 'Keep b.' });
    const { token } = await runner.submitApproval(c ?? '', 'approve');
    const result = await runner.resumeRun(waiting.run_id, token);
    expect(result.interruptions).toEqual([]);
    expect(effects.done.toSorted()).toEqual(['a', 'c']);
    expect(JSON.stringify(result.history)).toContain('Keep b.');
  });

  it('wait again for the undecided call, and do not repeat the others', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('needs_human');
    const waiting = await runner.run(effects.clerk([three]), 'Please erase.');
    const [a, b, c] = waiting.interruptions.map(({ approval_id: id }) => id);
    await runner.submitApproval(a ?? '', 'approve');
    const { token } = await runner.submitApproval(b ?? '', 'approve');
    const again = await runner.resumeRun(waiting.run_id, token);
    expect(again.interruptions.map(({ approval_id: id }) => id)).toEqual([c]);
    expect(effects.done.toSorted()).toEqual(['a', 'b']);
    const last = await runner.submitApproval(c ?? '', 'approve');
    await runner.resumeRun(waiting.run_id, last.token);
    expect(effects.done.toSorted()).toEqual(['a', 'b', 'c']);
    expect(await runner.getPendingApprovals()).toEqual([]);
  });

  it.each([
    ['different calls run once each', ['a', 'b'], ['a', 'b']],
    ['a repeated call runs once', ['a', 'a'], ['a']],
    ['three calls of which two are the same run twice', ['a', 'b', 'a'], ['a', 'b']],
  ])('that share an id are distinguished: %s', async (_what, values, expected) => {
    const response = values.map((what) => functionCall('same', 'erase', { what }));
    const effects = new Effects();
    const judged: unknown[] = [];
    const allowing = runnerWithJudge(({ call_id, args }) => {
      judged.push([call_id, args['what']]);
      return { decision: 'allow' };
    });
    await allowing.run(effects.clerk([response]), 'Please erase.');
    expect(effects.done).toEqual(expected);
    expect(judged).toEqual(expected.map((what, index) => [index === 0 ? 'same' : `same_${index + 1}`, what]));
  });

  it.each([
    ['approve', 'approve', ['a', 'b']],
    ['approve', 'deny', ['a']],
    ['deny', 'approve', ['b']],
    ['deny', 'deny', []],
  ] as const)(
    'that share an id have separate approval requests (%s the first, %s the second)',
    async (first, second, expected) => {
      const effects = new Effects();
      const runner = runnerWithJudge('needs_human');
      const response = ['a', 'b'].map((what) => functionCall('same', 'erase', { what }));
      const { run_id } = await runner.run(effects.clerk([response]), 'Please erase.');
      const pending = await runner.getPendingApprovals(run_id);
      const [one, other] = ['"a"', '"b"'].map((text) => pending.find(({ prompt }) => prompt.includes(text)));
      await runner.submitApproval(one?.approval_id ?? '', first);
      const { token } = await runner.submitApproval(other?.approval_id ?? '', second);
      const last = await runner.resumeRun(run_id, token);
      expect(last.interruptions).toEqual([]);
      expect(effects.done).toEqual(expected);
    },
  );

  it('that share an id are distinguished from a call that has the generated id', async () => {
    const effects = new Effects();
    const ids = ['same', 'same_2', 'same'];
    const response = ids.map((id, index) => functionCall(id, 'erase', { what: `${index}` }));
    await runnerWithJudge('allow').run(effects.clerk([response]), 'Please erase.');
    expect(effects.done).toEqual(['0', '1', '2']);
  });

  it('require a new approval when a later turn uses the id of an approved call again', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('needs_human');
    const clerk = effects.clerk([
      [functionCall('call_1', 'erase', { what: 'a' })],
      [functionCall('call_1', 'erase', { what: 'b' })],
    ]);
    const waiting = await runner.run(clerk, 'Please erase.');
    const { token } = await runner.submitApproval(waiting.interruptions[0]?.approval_id ?? '', 'approve');
    await runner.resumeRun(waiting.run_id, token).catch(() => {});
    expect(effects.done).toEqual(['a']);
  });
});
