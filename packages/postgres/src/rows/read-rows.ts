import type {
  EffectRecord,
  ExecutionLog,
  GrantRecord,
  HumanApprovalRequest,
  RunRecord,
  StepRecord,
} from 'sekisho';
import { AUDIT_EVENTS, expiryOf } from 'sekisho/store-adapter';
import { bytesOf, isoOf, numberOf, oneOf, textOf, type Row } from './row-values.ts';

export function readRun(row: Row): RunRecord {
  return {
    run_id: textOf(row, 'run_id'),
    status: oneOf(row, 'status', ['running', 'suspended', 'done', 'failed', 'denied', 'expired']),
    segment: numberOf(row, 'segment'),
    epoch: numberOf(row, 'epoch'),
    owner: textOf(row, 'owner'),
    agent_name: textOf(row, 'agent_name'),
    sdk_version: textOf(row, 'sdk_version'),
    state: bytesOf(row, 'state'),
    created_at: isoOf(row, 'created_at'),
    updated_at: isoOf(row, 'updated_at'),
  };
}

export function readStep(row: Row): StepRecord {
  return {
    run_id: textOf(row, 'run_id'),
    segment: numberOf(row, 'segment'),
    name: textOf(row, 'name'),
    fingerprint: textOf(row, 'fingerprint'),
    value: textOf(row, 'value'),
  };
}

export function readEffect(row: Row): EffectRecord {
  return {
    run_id: textOf(row, 'run_id'),
    call_key: textOf(row, 'call_key'),
    tool_call_id: textOf(row, 'tool_call_id'),
    tool_id: textOf(row, 'tool_id'),
    effect: oneOf(row, 'effect', ['read', 'idempotent', 'destructive']),
    args_digest: textOf(row, 'args_digest'),
    epoch: numberOf(row, 'epoch'),
    status: oneOf(row, 'status', ['started', 'done', 'unknown']),
    result: bytesOf(row, 'result'),
  };
}

/** The approval as it was created, with what happened to it since. */
export function readApproval(row: Row): HumanApprovalRequest {
  const created: HumanApprovalRequest = JSON.parse(textOf(row, 'body'));
  const decision: Partial<HumanApprovalRequest> = JSON.parse(row['decision'] ?? '{}');
  return {
    ...created,
    ...decision,
    ...(numberOf(row, 'expires_at') > expiryOf(created.expires_at)
      ? { expires_at: isoOf(row, 'expires_at') }
      : {}),
    status: oneOf(row, 'status', ['pending', 'approved', 'denied', 'expired', 'cancelled']),
    ...(row['decided_at'] === null ? {} : { decided_at: isoOf(row, 'decided_at') }),
    ...(row['used_at'] === null ? {} : { used_at: isoOf(row, 'used_at') }),
  };
}

export function readGrant(row: Row): GrantRecord {
  const given: GrantRecord = JSON.parse(textOf(row, 'body'));
  return { ...given, uses_left: numberOf(row, 'uses_left') };
}

export function readLog(row: Row): ExecutionLog {
  return {
    seq: numberOf(row, 'seq'),
    run_id: textOf(row, 'run_id'),
    tool_call_id: textOf(row, 'tool_call_id'),
    event: oneOf(row, 'event', AUDIT_EVENTS),
    attempt: numberOf(row, 'attempt'),
    decision: textOf(row, 'decision'),
    timestamp: isoOf(row, 'time'),
    data: JSON.parse(textOf(row, 'data')),
    hash: textOf(row, 'hash'),
  };
}
