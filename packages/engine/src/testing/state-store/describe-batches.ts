import { describe, expect, it } from 'vitest';
import type { StoreWrite } from '../../store/state-store.ts';
import { expectValidChain, everything } from './store-checks.ts';
import type { StoreBench } from './store-bench.ts';
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
