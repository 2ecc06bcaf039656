import { decidedApproval, extendedApproval } from './decided-approval.ts';
import type { MemoryTables } from './memory-tables.ts';
import type { StoreWrite } from './state-store.ts';
import { expiryOf, type StoreTime } from './store-time.ts';
import type { EffectRecord, RunRecord } from './run-record.ts';

/** Reverts one applied write. */
export type Undo = () => void;

/** The time of a commit. */
export interface CommitTime {
  readonly now: number;
  readonly time: StoreTime;
}

/** Applies one write. Returns undefined and changes nothing when its condition does not hold. */
export function applyToMemory(tables: MemoryTables, write: StoreWrite, at: CommitTime): Undo | undefined {
  const { now } = at;
  switch (write.kind) {
    case 'run.open': {
      const { run_id } = write.run;
      if (tables.runs.get(run_id) !== undefined) return undefined;
      const iso = at.time.iso(now);
      tables.runs.insert(run_id, { ...write.run, created_at: iso, updated_at: iso });
      return () => tables.runs.removeLatest(run_id);
    }
    case 'run.guard':
      return runUnder(tables, write, 'running') && nothing;
    case 'run.suspend':
      return changeRun(tables, write, 'running', at, () => ({ status: 'suspended', state: write.state }));
    case 'run.claim':
      return changeRun(tables, write, write.from, at, (run) => ({
        status: 'running',
        epoch: run.epoch + 1,
        segment: run.segment + write.advance,
        owner: write.owner,
      }));
    case 'run.adopt': {
      const { status, application } = tables.runs.get(write.run_id) ?? {};
      if (application !== '' || (status !== 'running' && status !== 'suspended')) return undefined;
      return changeRun(tables, write, status, at, () => ({
        application: write.application,
        state: write.state,
      }));
    }
    case 'run.finish':
      return changeRun(tables, write, 'running', at, () => ({ status: write.status, state: null }));
    case 'step.put': {
      const { step } = write;
      const { steps } = tables.memoryOf(step.run_id);
      let segment = steps.get(step.segment);
      if (segment === undefined) {
        segment = new Map();
        steps.set(step.segment, segment);
      }
      if (segment.has(step.name)) return nothing;
      return setIn(segment, step.name, step);
    }
    case 'effect.start': {
      const { effect } = write;
      const { effects } = tables.memoryOf(effect.run_id);
      const earlier = effects.get(effect.call_key);
      if (earlier !== undefined && !mayStartAgain(earlier, effect)) return undefined;
      return setIn(effects, effect.call_key, { ...effect, status: 'started', result: null });
    }
    case 'effect.end':
      return changeEffect(tables, write, (effect) =>
        effect.status === 'started' && effect.epoch === write.epoch
          ? { ...effect, status: 'done', result: write.result }
          : undefined,
      );
    case 'effect.lose':
      return changeEffect(tables, write, (effect) =>
        effect.status === 'started' ? { ...effect, status: 'unknown' } : undefined,
      );
    case 'effect.settle': {
      const { result } = write;
      if (result !== null) {
        return changeEffect(tables, write, (effect) =>
          effect.status === 'unknown' ? { ...effect, status: 'done', result } : undefined,
        );
      }
      const effects = tables.memories.get(write.run_id)?.effects;
      const effect = effects?.get(write.call_key);
      if (effects === undefined || effect?.status !== 'unknown') return undefined;
      effects.delete(write.call_key);
      return () => effects.set(write.call_key, effect);
    }
    case 'approval.create': {
      const { approval_id } = write.approval;
      if (tables.approvals.get(approval_id) !== undefined) return nothing;
      tables.approvals.insert(approval_id, write.approval);
      return () => tables.approvals.removeLatest(approval_id);
    }
    case 'approval.decide': {
      const approval = tables.approvals.get(write.approval_id);
      if (approval === undefined) return undefined;
      const decided = decidedApproval(approval, write, { now, iso: at.time.iso(now) });
      if (decided === undefined) return undefined;
      tables.approvals.replace(write.approval_id, decided);
      return () => tables.approvals.replace(write.approval_id, approval);
    }
    case 'approval.extend': {
      const approval = tables.approvals.get(write.approval_id);
      const extended = approval && extendedApproval(approval, write.expires_at, now);
      if (approval === undefined || extended === undefined) return undefined;
      tables.approvals.replace(write.approval_id, extended);
      return () => tables.approvals.replace(write.approval_id, approval);
    }
    case 'approval.use': {
      const approval = tables.approvals.get(write.approval_id);
      if (approval?.status !== 'approved' || approval.used_at !== undefined) return undefined;
      if (approval.action_digest !== write.action_digest) return undefined;
      tables.approvals.replace(write.approval_id, { ...approval, used_at: at.time.iso(now) });
      return () => tables.approvals.replace(write.approval_id, approval);
    }
    case 'token.issue': {
      const { token_hash, run_id, approval_id, ttl_ms } = write;
      if (tables.tokens.has(token_hash)) return nothing;
      return setIn(tables.tokens, token_hash, {
        run_id,
        approval_id,
        status: 'active',
        expiry: now + ttl_ms,
      });
    }
    case 'token.use': {
      const token = tables.tokens.get(write.token_hash);
      if (token?.status !== 'active' || token.run_id !== write.run_id || !(token.expiry > now))
        return undefined;
      return setIn(tables.tokens, write.token_hash, { ...token, status: 'used' });
    }
    case 'grant.give': {
      const { grant_id, run_id } = write.grant;
      if (tables.grants.has(grant_id)) return nothing;
      const { grants } = tables.memoryOf(run_id);
      grants.push(grant_id);
      tables.grants.set(grant_id, write.grant);
      return () => tables.grants.delete(grants.pop() ?? grant_id);
    }
    case 'grant.use': {
      const grant = tables.grants.get(write.grant_id);
      if (grant === undefined || grant.uses_left <= 0 || expiryOf(grant.expires_at) <= now) return undefined;
      return setIn(tables.grants, write.grant_id, { ...grant, uses_left: grant.uses_left - 1 });
    }
    case 'grant.revoke': {
      const grant = tables.grants.get(write.grant_id);
      if (grant === undefined || grant.run_id !== write.run_id) return undefined;
      if (grant.uses_left <= 0 || expiryOf(grant.expires_at) <= now) return undefined;
      return setIn(tables.grants, write.grant_id, { ...grant, uses_left: 0 });
    }
    case 'log.append':
      return tables.log.append(write.record, now) ? () => tables.log.removeLatest() : nothing;
    case 'owner.beat':
      return setIn(tables.leases, write.owner, {
        application: write.application,
        until: now + write.lease_ms,
      });
  }
  return write satisfies never;
}

function nothing(): void {}

function setIn<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Undo {
  const before = map.get(key);
  map.set(key, value);
  return before === undefined ? () => map.delete(key) : () => map.set(key, before);
}

function runUnder(
  tables: MemoryTables,
  where: { readonly run_id: string; readonly epoch: number },
  status: RunRecord['status'],
): RunRecord | undefined {
  const run = tables.runs.get(where.run_id);
  return run?.status === status && run.epoch === where.epoch ? run : undefined;
}

function changeRun(
  tables: MemoryTables,
  where: { readonly run_id: string; readonly epoch: number },
  from: RunRecord['status'],
  at: CommitTime,
  change: (run: RunRecord) => Partial<RunRecord>,
): Undo | undefined {
  const run = runUnder(tables, where, from);
  if (run === undefined) return undefined;
  tables.runs.replace(where.run_id, { ...run, ...change(run), updated_at: at.time.iso(at.now) });
  return () => tables.runs.replace(where.run_id, run);
}

function changeEffect(
  tables: MemoryTables,
  where: { readonly run_id: string; readonly call_key: string },
  change: (effect: EffectRecord) => EffectRecord | undefined,
): Undo | undefined {
  const effects = tables.memories.get(where.run_id)?.effects;
  const effect = effects?.get(where.call_key);
  if (effects === undefined || effect === undefined) return undefined;
  const changed = change(effect);
  return changed && setIn(effects, where.call_key, changed);
}

// A tool that became destructive since the crash is not executed again.
function mayStartAgain(earlier: EffectRecord, again: Pick<EffectRecord, 'effect' | 'epoch'>): boolean {
  return (
    earlier.status === 'started' &&
    earlier.epoch < again.epoch &&
    earlier.effect !== 'destructive' &&
    again.effect !== 'destructive'
  );
}
