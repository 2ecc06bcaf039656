import { expect, it } from 'vitest';
import { expectValidChain } from './store-checks.ts';
import type { StoreBench } from './store-bench.ts';
import {
  AWKWARD,
  MINUTE,
  OK,
  newRun,
  openRun,
  guard,
  newEffect,
  endEffect,
  newApproval,
  createApproval,
  useApproval,
  issueToken,
  useToken,
  newGrant,
  append,
  decide,
} from './store-samples.ts';

/** Tests of texts: any text from a model is stored unchanged. */
export function describeTexts(bench: StoreBench): void {
  it.each(AWKWARD)('stores the text %j unchanged', async (text) => {
    const run = newRun(text, { owner: text, application: text, agent_name: text, sdk_version: text });
    const approval = newApproval(`a${text}`, {
      run_id: text,
      prompt: text,
      args_masked: text,
      destination: text,
    });
    const grant = newGrant(`g${text}`, { run_id: text, destination: text, granted_by: text });
    const effect = newEffect(text, `k${text}`, { tool_call_id: text, tool_id: text, args_digest: text });
    const step = { run_id: text, segment: 0, name: text, fingerprint: text, value: text };
    expect(
      await bench.commit(
        { kind: 'run.open', run },
        guard(text, 1),
        { kind: 'step.put', step },
        { kind: 'effect.start', effect },
        endEffect(text, `k${text}`, 1),
        createApproval(approval),
        { ...decide(`a${text}`, 'approved'), comment: text, by: { id: text } },
        useApproval(`a${text}`),
        issueToken(text, text),
        useToken(text, text),
        { kind: 'grant.give', grant },
        { kind: 'grant.use', grant_id: `g${text}` },
        { kind: 'owner.beat', owner: text, application: text, lease_ms: MINUTE },
        append({ run_id: text, tool_call_id: text, decision: text, data: JSON.stringify({ text }) }),
      ),
    ).toEqual(OK);
    expect(await bench.store.getRun(text)).toMatchObject(run);
    expect(await bench.store.getSteps(text, 0)).toEqual([step]);
    expect(await bench.store.getEffects(text)).toMatchObject([{ ...effect, status: 'done' }]);
    expect(await bench.store.getApproval(`a${text}`)).toMatchObject({
      prompt: text,
      args_masked: text,
      destination: text,
      comment: text,
      decided_by: { id: text },
    });
    expect((await bench.store.listApprovals({ run_id: text })).rows).toHaveLength(1);
    expect(await bench.store.listGrants(text)).toEqual([{ ...grant, uses_left: grant.uses_left - 1 }]);
    expect(await bench.store.listAbandonedRuns(5)).toEqual([]);
    expect(await bench.store.queryLogs({ runId: text })).toMatchObject([
      { run_id: text, tool_call_id: text, decision: text, data: { text } },
    ]);
    await expectValidChain(bench.store);
  });

  it('finishes pending commits before it closes and rejects later ones', async () => {
    const pending = bench.commit(openRun('r1'));
    await bench.store.close();
    expect(await pending).toEqual(OK);
    await expect(bench.commit(openRun('r2'))).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    await expect(bench.store.getRun('r1')).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    await expect(bench.store.close()).resolves.toBeUndefined();
  });

  it('makes commits of one connection visible to every other, if it is durable', async () => {
    const others = await bench.connections(2);
    await bench.commit(openRun('r1'), append());
    const runs = await Promise.all(others.map((other) => other.getRun('r1')));
    expect(runs).toEqual(others.map(() => expect.objectContaining({ run_id: 'r1' })));
  });
}
