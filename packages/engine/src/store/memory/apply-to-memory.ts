import { decidedApproval, extendedApproval } from '../decided-approval.ts';
import type { MemoryTables } from './memory-tables.ts';
import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import type { EffectRecord, GrantRecord, RunRecord, StepRecord } from '../run-record.ts';
import type { StoreWrite } from '../state-store.ts';
import { expiryOf } from '../store-time.ts';

/** Reverts one applied write. */
export type Undo = () => void;

/** The time of a commit, in milliseconds and as text. */
export interface CommitTime {
  readonly now: number;
  readonly iso: string;
}

/** Applies one kind of write. Returns undefined and changes nothing when its condition does not hold. */
type Apply<Kind extends StoreWrite['kind']> = (
  tables: MemoryTables,
  write: Extract<StoreWrite, { readonly kind: Kind }>,
  at: CommitTime,
) => Undo | undefined;

const APPLY: { readonly [Kind in StoreWrite['kind']]: Apply<Kind> } = {
  'run.open': ({ runs }, { run }, at) => {
    if (runs.get(run.run_id) !== undefined) return undefined;
    runs.insert(run.run_id, { ...run, created_at: at.iso, updated_at: at.iso });
    return () => runs.removeLatest(run.run_id);
  },
  'run.guard': (tables, write) => runUnder(tables, write, 'running') && nothing,
  'run.suspend': (tables, write, at) => {
    tables.log.pack(write.run_id);
    return changeRun(tables, write, 'running', at, () => ({ status: 'suspended', state: write.state }));
  },
  'run.claim': (tables, write, at) =>
    changeRun(tables, write, write.from, at, (run) => ({
      status: 'running',
      epoch: run.epoch + 1,
      segment: run.segment + write.advance,
      owner: write.owner,
    })),
  'run.adopt': (tables, write, at) => {
    const { application, state } = write;
    const run = tables.runs.get(write.run_id);
    if (run?.application !== '' || (run.status !== 'running' && run.status !== 'suspended')) return undefined;
    return changeRun(tables, write, run.status, at, () => ({ application, state }));
  },
  'run.finish': (tables, write, at) =>
    changeRun(tables, write, 'running', at, () => ({ status: write.status, state: null })),
  'step.put': (tables, { step }) => {
    const { steps } = tables.memoryOf(step.run_id);
    const segment = steps.get(step.segment) ?? new Map<string, StepRecord>();
    steps.set(step.segment, segment);
    return segment.has(step.name) ? nothing : setIn(segment, step.name, step);
  },
  'effect.start': (tables, { effect }) => {
    const { effects } = tables.memoryOf(effect.run_id);
    const earlier = effects.get(effect.call_key);
    if (earlier !== undefined && !mayStartAgain(earlier, effect)) return undefined;
    return setIn(effects, effect.call_key, { ...effect, status: 'started', result: null });
  },
  'effect.end': (tables, write) =>
    changeEffect(tables, write, 'started', (effect) =>
      effect.epoch === write.epoch ? { ...effect, status: 'done', result: write.result } : undefined,
    ),
  'effect.lose': (tables, write) =>
    changeEffect(tables, write, 'started', (effect) => ({ ...effect, status: 'unknown' })),
  'effect.settle': (tables, write) => {
    const { run_id, call_key, result } = write;
    if (result !== null)
      return changeEffect(tables, write, 'unknown', (effect) => ({ ...effect, status: 'done', result }));
    const effects = tables.memories.get(run_id)?.effects;
    const effect = effects?.get(call_key);
    if (effects === undefined || effect?.status !== 'unknown') return undefined;
    effects.delete(call_key);
    return () => effects.set(call_key, effect);
  },
  'approval.create': ({ approvals }, { approval }) => {
    const { approval_id } = approval;
    if (approvals.get(approval_id) !== undefined) return nothing;
    approvals.insert(approval_id, approval);
    return () => approvals.removeLatest(approval_id);
  },
  'approval.decide': (tables, write, at) =>
    changeApproval(tables, write, (approval) => decidedApproval(approval, write, at)),
  'approval.extend': (tables, write, { now }) =>
    changeApproval(tables, write, (approval) => extendedApproval(approval, write.expires_at, now)),
  'approval.use': (tables, write, { iso }) =>
    changeApproval(tables, write, (approval) => {
      if (approval.status !== 'approved' || approval.used_at !== undefined) return undefined;
      return approval.action_digest === write.action_digest ? { ...approval, used_at: iso } : undefined;
    }),
  'token.issue': ({ tokens }, { token_hash, run_id, approval_id, ttl_ms }, { now }) =>
    tokens.has(token_hash)
      ? nothing
      : setIn(tokens, token_hash, { run_id, approval_id, status: 'active', expiry: now + ttl_ms }),
  'token.use': ({ tokens }, { token_hash, run_id }, { now }) => {
    const token = tokens.get(token_hash);
    if (token?.status !== 'active' || token.run_id !== run_id || !(token.expiry > now)) return undefined;
    return setIn(tokens, token_hash, { ...token, status: 'used' });
  },
  'grant.give': (tables, { grant }) => {
    const { grant_id, run_id } = grant;
    if (tables.grants.has(grant_id)) return nothing;
    const { grants } = tables.memoryOf(run_id);
    grants.push(grant_id);
    tables.grants.set(grant_id, grant);
    return () => tables.grants.delete(grants.pop() ?? grant_id);
  },
  'grant.use': (tables, { grant_id }, at) =>
    changeGrant(tables, grant_id, at, (grant) => ({ ...grant, uses_left: grant.uses_left - 1 })),
  'grant.revoke': (tables, { grant_id, run_id }, at) =>
    changeGrant(tables, grant_id, at, (grant) =>
      grant.run_id === run_id ? { ...grant, uses_left: 0 } : undefined,
    ),
  'log.guard': ({ log }, { run_id, seq }) => (log.lastSeqOf(run_id) <= seq ? nothing : undefined),
  'log.append': ({ log }, { record }, { now }) =>
    log.append(record, now) ? () => log.removeLatest() : nothing,
  'owner.beat': ({ leases }, { owner, application, lease_ms }, { now }) =>
    setIn(leases, owner, { application, until: now + lease_ms }),
};

/** Applies one write. Returns undefined and changes nothing when its condition does not hold. */
export function applyToMemory<Kind extends StoreWrite['kind']>(
  tables: MemoryTables,
  write: Extract<StoreWrite, { readonly kind: Kind }>,
  at: CommitTime,
): Undo | undefined {
  return APPLY[write.kind](tables, write, at);
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
  tables.runs.replace(where.run_id, { ...run, ...change(run), updated_at: at.iso });
  return () => tables.runs.replace(where.run_id, run);
}

function changeEffect(
  tables: MemoryTables,
  where: { readonly run_id: string; readonly call_key: string },
  from: EffectRecord['status'],
  change: (effect: EffectRecord) => EffectRecord | undefined,
): Undo | undefined {
  const effects = tables.memories.get(where.run_id)?.effects;
  const effect = effects?.get(where.call_key);
  if (effects === undefined || effect?.status !== from) return undefined;
  const changed = change(effect);
  return changed && setIn(effects, where.call_key, changed);
}

function changeApproval(
  { approvals }: MemoryTables,
  { approval_id }: { readonly approval_id: string },
  change: (approval: HumanApprovalRequest) => HumanApprovalRequest | undefined,
): Undo | undefined {
  const approval = approvals.get(approval_id);
  const changed = approval && change(approval);
  if (approval === undefined || changed === undefined) return undefined;
  approvals.replace(approval_id, changed);
  return () => approvals.replace(approval_id, approval);
}

function changeGrant(
  { grants }: MemoryTables,
  grantId: string,
  { now }: CommitTime,
  change: (grant: GrantRecord) => GrantRecord | undefined,
): Undo | undefined {
  const grant = grants.get(grantId);
  if (grant === undefined || grant.uses_left <= 0 || expiryOf(grant.expires_at) <= now) return undefined;
  const changed = change(grant);
  return changed && setIn(grants, grantId, changed);
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
