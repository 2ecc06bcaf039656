import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { APPROVAL_STATUSES } from '../../engine/src/wire/human-approval-request.ts';
import { EFFECT_CLASSES, RUN_STATUSES } from '../../engine/src/store/run-record.ts';
import { MemoryStateStore } from '../../engine/src/store/memory/memory-state-store.ts';
import { openSqliteStateStore } from '../../engine/src/store/sqlite-state-store.ts';
import type { StateStore, StoredRun, StoreWrite } from '../../engine/src/store/state-store.ts';
import { testLink } from './programs/store-test-link.ts';

const START = Date.parse('2026-11-01T00:00:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'sekisho-model-'));

afterAll(() => rmSync(folder, { recursive: true }));

const run_id = fc.constantFrom('r1', 'r2');
const epoch = fc.integer({ min: 1, max: 3 });
const call_key = fc.constantFrom('k1', 'k2');
const approval_id = fc.constantFrom('a1', 'a2');
const token_hash = fc.constantFrom('t1', 't2');
const grant_id = fc.constantFrom('g1', 'g2');
const owner = fc.constantFrom('owner', 'claimer');
const bytes = fc.uint8Array({ maxLength: 3 });
const digest = fc.constantFrom('digest', 'other digest');
const expires_at = fc
  .integer({ min: 1, max: 40 })
  .map((seconds) => new Date(START + seconds * 1_000).toISOString());

const write: fc.Arbitrary<StoreWrite> = fc.oneof(
  run_id.map((id): StoreWrite => ({
    kind: 'run.open',
    run: {
      run_id: id,
      status: 'running',
      segment: 0,
      epoch: 1,
      owner: 'owner',
      agent_name: 'clerk',
      application: 'shop',
      sdk_version: '0.20.0',
      state: null,
    },
  })),
  fc.record({ kind: fc.constant('run.guard' as const), run_id, epoch }),
  fc.record({ kind: fc.constant('run.suspend' as const), run_id, epoch, state: bytes }),
  fc.record({
    kind: fc.constant('run.claim' as const),
    run_id,
    from: fc.constantFrom('suspended' as const, 'running' as const),
    epoch,
    advance: fc.constantFrom(0 as const, 1 as const),
    owner,
  }),
  fc.record({
    kind: fc.constant('run.finish' as const),
    run_id,
    epoch,
    status: fc
      .constantFrom(...RUN_STATUSES)
      .filter((status) => status !== 'running' && status !== 'suspended'),
  }),
  fc
    .record({ run_id, segment: fc.integer({ min: 0, max: 1 }), value: fc.string() })
    .map((step): StoreWrite => ({ kind: 'step.put', step: { ...step, name: 'model', fingerprint: 'f' } })),
  fc
    .record({ run_id, call_key, effect: fc.constantFrom(...EFFECT_CLASSES), epoch })
    .map((effect): StoreWrite => ({
      kind: 'effect.start',
      effect: { ...effect, tool_call_id: 'c', tool_id: 'tool', args_digest: 'd' },
    })),
  fc.record({ kind: fc.constant('effect.end' as const), run_id, call_key, epoch, result: bytes }),
  fc.record({ kind: fc.constant('effect.lose' as const), run_id, call_key }),
  fc.record({ kind: fc.constant('effect.settle' as const), run_id, call_key, result: fc.option(bytes) }),
  fc.record({ approval_id, run_id, expires_at }).map((approval): StoreWrite => ({
    kind: 'approval.create',
    approval: {
      ...approval,
      required_action: 'approve_tool_call',
      prompt: 'May it run?',
      prompt_ja: '実行しますか？',
      status: 'pending',
      kind: 'call',
      tool_call_id: 'c',
      call_key: 'k1',
      tool_id: 'tool',
      tool_kind: 'function',
      definition_digest: 'definition',
      agent_name: 'clerk',
      turn: '1',
      risk_level: 3,
      effect: 'delete',
      reason: '',
      args_masked: '{}',
      action_digest: 'digest',
      created_at: new Date(START).toISOString(),
    },
  })),
  fc.record({
    kind: fc.constant('approval.decide' as const),
    approval_id,
    to: fc.constantFrom(...APPROVAL_STATUSES).filter((status) => status !== 'pending'),
    by: fc.constantFrom(null, { id: 'hanako' }),
    comment: fc.constantFrom(undefined, 'fine'),
  }),
  fc.record({ kind: fc.constant('approval.use' as const), approval_id, action_digest: digest }),
  fc.record({
    kind: fc.constant('token.issue' as const),
    token_hash,
    run_id,
    approval_id,
    ttl_ms: fc.integer({ min: 0, max: 20_000 }),
  }),
  fc.record({ kind: fc.constant('token.use' as const), token_hash, run_id }),
  fc
    .record({ grant_id, run_id, expires_at, uses_left: fc.integer({ min: 0, max: 2 }) })
    .map((grant): StoreWrite => ({
      kind: 'grant.give',
      grant: {
        ...grant,
        tool_id: 'tool',
        definition_digest: 'd',
        covered_digest: 'c',
        covers: 'values',
        covers_ja: '値',
        destination: null,
        scope: 'run',
        granted_by: 'hanako',
      },
    })),
  fc.record({ kind: fc.constant('grant.use' as const), grant_id }),
  fc.record({ kind: fc.constant('grant.revoke' as const), grant_id, run_id }),
  fc
    .record({
      run_id,
      event: fc.constantFrom('tool.start' as const, 'audit.gap' as const),
      attempt: fc.integer({ min: 0, max: 5 }),
    })
    .map((record): StoreWrite => ({
      kind: 'log.append',
      record: { ...record, tool_call_id: '', decision: '', data: '{}' },
    })),
  fc.record({
    kind: fc.constant('owner.beat' as const),
    owner,
    application: fc.constantFrom('shop', 'bank'),
    lease_ms: fc.integer({ min: 0, max: 20_000 }),
  }),
);

/** The first write of some batches. */
const logGuard: fc.Arbitrary<StoreWrite> = fc.record({
  kind: fc.constant('log.guard' as const),
  run_id,
  seq: fc.integer({ min: 0, max: 12 }),
});

const turn = fc.record({
  waitMs: fc.integer({ min: 0, max: 5_000 }),
  batches: fc.array(
    fc
      .tuple(fc.option(logGuard), fc.array(write, { minLength: 1, maxLength: 4 }))
      .map(([guard, writes]) => (guard ? [guard, ...writes] : writes)),
    { minLength: 1, maxLength: 3 },
  ),
});

it('the SQLite store and the memory store return the same results for any history', async () => {
  let histories = 0;
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 5, maxLength: 25 }), async (turns) => {
      let now = START;
      histories += 1;
      const path = join(folder, `${histories}.db`);
      const sqlite = await openSqliteStateStore({ path, clock: () => now, link: testLink });
      const memory = new MemoryStateStore({ clock: () => now, link: testLink });
      try {
        for (const { waitMs, batches } of turns) {
          now += waitMs;
          const fromSqlite = await Promise.all(batches.map((batch) => sqlite.commit(batch)));
          const fromMemory = await Promise.all(batches.map((batch) => memory.commit(batch)));
          expect(fromSqlite).toEqual(fromMemory);
          expect(await everything(sqlite)).toEqual(await everything(memory));
          kept += fromSqlite.filter((outcome) => outcome.ok).length;
        }
      } finally {
        await sqlite.close();
      }
    }),
    { numRuns: 60 },
  );
  expect(kept).toBeGreaterThan(histories);
});

const withSortedEffects = (loaded: StoredRun | undefined) => ({
  ...loaded,
  effects: loaded?.effects.toSorted((one, other) => (one.call_key < other.call_key ? -1 : 1)),
});

async function everything(store: StateStore): Promise<unknown> {
  const ofRun = async (id: string) => ({
    run: await store.getRun(id),
    steps: [...(await store.getSteps(id, 0)), ...(await store.getSteps(id, 1))],
    effects: (await store.getEffects(id)).toSorted((one, other) => (one.call_key < other.call_key ? -1 : 1)),
    grants: await store.listGrants(id),
    approvals: await store.listApprovals({ run_id: id }),
    logs: await store.queryLogs({ runId: id }),
    loaded: withSortedEffects(await store.loadRun?.(id)),
  });
  return {
    runs: [await ofRun('r1'), await ofRun('r2')],
    abandoned: await store.listAbandonedRuns(10),
    byStatus: await Promise.all(RUN_STATUSES.map((status) => store.listRuns({ status }))),
    approvals: await Promise.all(
      APPROVAL_STATUSES.map((status) => store.listApprovals({ status, limit: 1 })),
    ),
    logs: await store.queryLogs({}),
  };
}
