import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import type { EffectRecord, GrantRecord, RunRecord } from '../../store/run-record.ts';
import type { NewLogRecord, StoreWrite } from '../../store/state-store.ts';

export const MINUTE = 60_000;
export const START = Date.parse('2026-11-01T00:00:00.000Z');
export const OK = { ok: true };
/** The condition of the first write did not hold. */
export const REJECTED = { ok: false, failed: 0 };
export const AWKWARD = [
  'a lone \ud800 surrogate',
  'a NUL \0 inside',
  '__proto__',
  '\u0001 first',
  '関所 🚧',
  '',
];

export function newRun(
  run_id: string,
  changes: Partial<RunRecord> = {},
): Omit<RunRecord, 'created_at' | 'updated_at'> {
  return {
    run_id,
    status: 'running',
    segment: 0,
    epoch: 1,
    owner: 'owner',
    application: 'shop',
    agent_name: 'clerk',
    sdk_version: '0.20.0',
    state: null,
    ...changes,
  };
}

export function openRun(run_id: string, changes: Partial<RunRecord> = {}): StoreWrite {
  return { kind: 'run.open', run: newRun(run_id, changes) };
}

export function renewLease(owner: string, application = 'shop', lease_ms = MINUTE): StoreWrite {
  return { kind: 'owner.beat', owner, application, lease_ms };
}

export function adopt(run_id: string, epoch: number, application = 'shop'): StoreWrite {
  return { kind: 'run.adopt', run_id, epoch, application, state: new Uint8Array([8]) };
}

export function guard(run_id: string, epoch: number): StoreWrite {
  return { kind: 'run.guard', run_id, epoch };
}

export function suspend(run_id: string, epoch: number): StoreWrite {
  return { kind: 'run.suspend', run_id, epoch, state: new Uint8Array([7]) };
}

export function claim(
  run_id: string,
  from: 'running' | 'suspended',
  epoch: number,
  advance: 0 | 1,
): StoreWrite {
  return { kind: 'run.claim', run_id, from, epoch, advance, owner: 'claimer' };
}

export function finish(
  run_id: string,
  epoch: number,
  status: Exclude<RunRecord['status'], 'running' | 'suspended'> = 'done',
): StoreWrite {
  return { kind: 'run.finish', run_id, epoch, status };
}

export function putStep(run_id: string, name: string, value: string, segment = 0): StoreWrite {
  return { kind: 'step.put', step: { run_id, segment, name, fingerprint: 'f', value } };
}

type NewEffect = Omit<EffectRecord, 'status' | 'result'>;

export function newEffect(run_id: string, call_key: string, changes: Partial<NewEffect> = {}): NewEffect {
  return {
    run_id,
    call_key,
    tool_call_id: 'c1',
    tool_id: 'tool',
    effect: 'destructive',
    args_digest: 'digest',
    epoch: 1,
    ...changes,
  };
}

export function startEffect(run_id: string, call_key: string, changes: Partial<NewEffect> = {}): StoreWrite {
  return { kind: 'effect.start', effect: newEffect(run_id, call_key, changes) };
}

export function endEffect(run_id: string, call_key: string, epoch: number): StoreWrite {
  return { kind: 'effect.end', run_id, call_key, epoch, result: new Uint8Array([9]) };
}

export function loseEffect(run_id: string, call_key: string): StoreWrite {
  return { kind: 'effect.lose', run_id, call_key };
}

export function settleEffect(run_id: string, call_key: string, result: Uint8Array | null): StoreWrite {
  return { kind: 'effect.settle', run_id, call_key, result };
}

export function newApproval(
  approval_id: string,
  changes: Partial<HumanApprovalRequest> = {},
): HumanApprovalRequest {
  return {
    approval_id,
    run_id: 'r1',
    required_action: 'approve_tool_call',
    prompt: 'May "send_mail" run?',
    prompt_ja: '「send_mail」を実行しますか？',
    status: 'pending',
    kind: 'call',
    tool_call_id: 'c1',
    call_key: 'k1',
    tool_id: 'send_mail',
    tool_kind: 'function',
    definition_digest: 'definition',
    agent_name: 'clerk',
    turn: '1',
    risk_level: 3,
    effect: 'delete',
    reason: 'It sends something out.',
    args_masked: '{"to":"***"}',
    action_digest: 'digest',
    created_at: '2026-11-01T00:00:00.000Z',
    expires_at: '2026-11-01T00:01:00.000Z',
    ...changes,
  };
}

export function createApproval(approval: HumanApprovalRequest): StoreWrite {
  return { kind: 'approval.create', approval };
}

export function decide(
  approval_id: string,
  to: Exclude<HumanApprovalRequest['status'], 'pending'>,
): Extract<StoreWrite, { kind: 'approval.decide' }> {
  return { kind: 'approval.decide', approval_id, to, by: null };
}

export function extend(approval_id: string, expires_at: string): StoreWrite {
  return { kind: 'approval.extend', approval_id, expires_at };
}

export function useApproval(approval_id: string, action_digest = 'digest'): StoreWrite {
  return { kind: 'approval.use', approval_id, action_digest };
}

export function issueToken(token_hash: string, run_id = 'r1'): Extract<StoreWrite, { kind: 'token.issue' }> {
  return { kind: 'token.issue', token_hash, run_id, approval_id: 'a1', ttl_ms: MINUTE };
}

export function useToken(token_hash: string, run_id = 'r1'): StoreWrite {
  return { kind: 'token.use', token_hash, run_id };
}

export function newGrant(grant_id: string, changes: Partial<GrantRecord> = {}): GrantRecord {
  return {
    grant_id,
    run_id: 'r1',
    tool_id: 'send_mail',
    definition_digest: 'definition',
    covered_digest: 'covered',
    covers: 'The same values.',
    covers_ja: '同じ値。',
    destination: null,
    scope: 'tool_and_destination',
    granted_by: 'hanako',
    expires_at: '2026-11-01T00:01:00.000Z',
    uses_left: 5,
    ...changes,
  };
}

export function newLog(changes: Partial<NewLogRecord> = {}): NewLogRecord {
  return {
    run_id: 'r1',
    tool_call_id: '',
    event: 'tool.start',
    attempt: 0,
    decision: '',
    data: '{}',
    ...changes,
  };
}

export function append(changes: Partial<NewLogRecord> = {}): StoreWrite {
  return { kind: 'log.append', record: newLog(changes) };
}
