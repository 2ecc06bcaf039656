import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentRunnerOptions } from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-permissions-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

const erase = (id: number, what: string) => functionCall(`call_${id}`, 'erase', { what });

describe.each([
  ['in memory', () => 'memory' as const],
  ['in SQLite', () => ({ directory })],
])('the log %s', (_where, storeAt) => {
  it('contains the permission of every execution, and verification matches them', async () => {
    const effects = new Effects();
    const options: Partial<AgentRunnerOptions> = { store: storeAt() };
    const runner = runnerWithJudge(
      ({ args }) => ({ decision: args['what'] === 'free' ? 'allow' : 'needs_human' }),
      options,
    );
    const steps = [[erase(0, 'free')], [erase(1, 'a')], [erase(2, 'a')], [erase(3, 'b')]];
    const first = await runner.run(effects.clerk(steps), 'Please erase.');
    const [asked] = first.interruptions;
    const { token } = await runner.submitApproval(asked?.approval_id ?? '', 'approve', {
      by: { id: 'mika' },
      grant: { scope: 'run', maxUses: 1 },
    });
    const second = await runner.run(effects.clerk(steps.slice(2)), '', { extensions: { resume: { token } } });
    const { token: later } = await runner.submitApproval(
      second.interruptions[0]?.approval_id ?? '',
      'approve',
      {
        editedArgs: { what: 'c' },
      },
    );
    await runner.run(effects.clerk([]), '', { extensions: { resume: { token: later } } });
    expect(effects.done).toEqual(['free', 'a', 'a', 'c']);

    const starts = await runner.getExecutionLogs({ event: 'tool.start' });
    const [given] = await runner.getExecutionLogs({ event: 'grant.given' });
    const grantId = given?.data['grant_id'];
    expect(starts.map(({ data }) => [data['permission'], data['permission_id']])).toEqual([
      ['gate', ''],
      ['approval', asked?.approval_id],
      ['grant', grantId],
      ['approval', second.interruptions[0]?.approval_id],
    ]);
    expect(given?.data).toMatchObject({ approval_id: asked?.approval_id, by: 'mika', uses: 1 });
    const uses = await runner.getExecutionLogs({ event: 'grant.used' });
    expect(uses.map(({ data }) => data['grant_id'])).toEqual([grantId]);
    expect(await runner.verifyExecutionLog()).toMatchObject({
      ok: true,
      permissions: { from: 1, checked: 4, unchecked: 0, faults: 0 },
    });
    await runner.close();
  });

  it('reveals an execution that was recorded without a permission', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge(() => ({ decision: 'allow' }), { store: storeAt() });
    const { run_id } = await runner.run(effects.clerk([[erase(0, 'a')]]), 'Please erase.');
    const { store } = runner.inspect();
    const data =
      '{"args_digest":"x","effect":"destructive","permission":"gate","permission_id":"","tool":"erase"}';
    for (const id of [run_id, 'run_that_never_started'])
      await store.commit([
        {
          kind: 'log.append',
          record: { run_id: id, tool_call_id: 'k', event: 'tool.start', attempt: 1, decision: '', data },
        },
      ]);
    const { ok, permissions } = await runner.verifyExecutionLog();
    expect(ok).toBe(false);
    expect(permissions.findings.map(({ fault }) => fault)).toEqual([
      'start-after-end',
      'start-without-decision',
    ]);
    await runner.close();
  });

  it('contains no started call of a turn that the gate stopped', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge(({ args }) => ({ decision: args['what'] === 'evil' ? 'deny' : 'allow' }), {
      store: storeAt(),
    });
    const denied = runner.run(effects.clerk([[erase(0, 'a'), erase(1, 'evil')]]), 'Please erase.');
    await expect(denied).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
    expect(effects.done).toEqual([]);
    const events = (await runner.getExecutionLogs()).map(({ event }) => event);
    expect(events.filter((event) => event === 'gate.decision')).toHaveLength(2);
    expect(events).not.toContain('tool.start');
    await runner.close();
  });
});
