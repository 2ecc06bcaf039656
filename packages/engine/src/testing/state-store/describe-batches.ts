import { describe, expect, it } from 'vitest';
import type { StoreWrite } from '../../store/state-store.ts';
import { expectValidChain, everything, type StoreBench } from './store-bench.ts';
import {
  REJECTED,
  OK,
  renewLease,
  openRun,
  guard,
  suspend,
  claim,
  finish,
  putStep,
  startEffect,
  endEffect,
  loseEffect,
  settleEffect,
  newApproval,
  createApproval,
  decide,
  useApproval,
  issueToken,
  useToken,
  newGrant,
  append,
  AWKWARD,
  MINUTE,
  newRun,
  newEffect,
} from './store-samples.ts';

/** Tests of batches: all writes or none. */
export function describeBatches(bench: StoreBench): void {
  describe('a batch', () => {
    it('may be empty', async () => {
      expect(await bench.commit()).toEqual(OK);
    });

    it('reads its own earlier writes', async () => {
      expect(
        await bench.commit(
          openRun('r1'),
          guard('r1', 1),
          createApproval(newApproval('a1')),
          decide('a1', 'approved'),
          useApproval('a1'),
          issueToken('t1'),
          useToken('t1'),
          suspend('r1', 1),
          claim('r1', 'suspended', 1, 1),
          finish('r1', 2),
        ),
      ).toEqual(OK);
    });

    it.each([
      ['opens a run', [openRun('r9')]],
      ['suspends a run', [suspend('r1', 1)]],
      ['claims a run', [claim('r1', 'running', 1, 1)]],
      ['finishes a run', [finish('r1', 1)]],
      ['puts a step', [putStep('r1', 'new', 'value')]],
      ['starts an effect', [startEffect('r1', 'new')]],
      ['restarts an effect', [startEffect('r1', 'started', { effect: 'read', epoch: 2 })]],
      ['ends an effect', [endEffect('r1', 'started', 1)]],
      ['loses an effect', [loseEffect('r1', 'started')]],
      ['settles an effect', [settleEffect('r1', 'unknown', new Uint8Array([3]))]],
      ['forgets an effect', [settleEffect('r1', 'unknown', null)]],
      ['creates an approval', [createApproval(newApproval('new'))]],
      ['decides an approval', [decide('pending', 'approved')]],
      ['uses an approval', [useApproval('approved')]],
      ['changes a run twice', [suspend('r1', 1), claim('r1', 'suspended', 1, 1)]],
      ['changes an approval twice', [decide('pending', 'approved'), useApproval('pending')]],
      ['creates a grant', [{ kind: 'grant.give', grant: newGrant('new') }]],
      ['uses a grant', [{ kind: 'grant.use', grant_id: 'g1' }]],
      ['appends to the log', [append({ attempt: 1 }), append({ attempt: 2 })]],
      ['renews a lease', [renewLease('owner')]],
      [
        'performs all of these writes',
        [openRun('r9'), finish('r1', 1), decide('pending', 'denied'), append({ attempt: 9 })],
      ],
    ] as const satisfies readonly (readonly [string, readonly StoreWrite[]])[])(
      'that %s and then fails changes nothing',
      async (_case, writes) => {
        await bench.commit(
          openRun('r1'),
          startEffect('r1', 'started', { effect: 'read' }),
          startEffect('r1', 'unknown'),
          loseEffect('r1', 'unknown'),
          createApproval(newApproval('pending')),
          createApproval(newApproval('approved')),
          decide('approved', 'approved'),
          { kind: 'grant.give', grant: newGrant('g1', { uses_left: 3 }) },
          append(),
        );
        const before = await everything(bench.store);
        bench.now += 1_000;
        expect(await bench.commit(...writes, guard('unknown', 1))).toEqual({
          ok: false,
          failed: writes.length,
        });
        expect(await everything(bench.store)).toEqual(before);
        expect(await bench.commit(...writes)).toEqual(OK);
        expect(await everything(bench.store)).not.toEqual(before);
      },
    );

    it('that uses a token and then fails does not use the token', async () => {
      await bench.commit(issueToken('t1'));
      expect(await bench.commit(useToken('t1'), guard('unknown', 1))).toEqual({ ok: false, failed: 1 });
      expect(await bench.commit(useToken('t1'))).toEqual(OK);
      expect(await bench.commit(issueToken('t2'), guard('unknown', 1))).toEqual({ ok: false, failed: 1 });
      expect(await bench.commit(useToken('t2'))).toEqual(REJECTED);
    });

    it('that fails does not affect concurrent batches', async () => {
      const outcomes = await Promise.all([
        bench.commit(openRun('r1'), append({ attempt: 1 })),
        bench.commit(openRun('r2'), append({ attempt: 2 }), guard('unknown', 1)),
        bench.commit(openRun('r1'), append({ attempt: 3 })),
        bench.commit(openRun('r3'), append({ attempt: 4 })),
      ]);
      expect(outcomes).toEqual([OK, { ok: false, failed: 2 }, REJECTED, OK]);
      expect((await bench.logs()).map((log) => log.attempt)).toEqual([1, 4]);
      expect(await bench.store.getRun('r2')).toBeUndefined();
      await expectValidChain(bench.store);
    });
  });
}

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
