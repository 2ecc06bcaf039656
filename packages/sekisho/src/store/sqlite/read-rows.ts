import { AUDIT_EVENTS, type ExecutionLog } from '../../contracts/execution-log.ts';
import type { HumanApprovalRequest } from '../../contracts/human-approval-request.ts';
import {
  EFFECT_CLASSES,
  RUN_STATUSES,
  type EffectRecord,
  type GrantRecord,
  type RunRecord,
  type StepRecord,
} from '../../contracts/run-record.ts';
import { bytesOf, numberOf, oneOf, textOf, type Row } from './row-values.ts';

export function readRun(row: Row): RunRecord {
  return {
    run_id: textOf(row, 'run_id'),
    status: oneOf(row, 'status', RUN_STATUSES),
    segment: numberOf(row, 'segment'),
    epoch: numberOf(row, 'epoch'),
    owner: textOf(row, 'owner'),
    agent_name: textOf(row, 'agent_name'),
    sdk_version: textOf(row, 'sdk_version'),
    state: bytesOf(row, 'state'),
    created_at: textOf(row, 'created_at'),
    updated_at: textOf(row, 'updated_at'),
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
    effect: oneOf(row, 'effect', EFFECT_CLASSES),
    args_digest: textOf(row, 'args_digest'),
    epoch: numberOf(row, 'epoch'),
    status: oneOf(row, 'status', ['started', 'done', 'unknown']),
    result: bytesOf(row, 'result'),
  };
}

export function readApproval(row: Row): HumanApprovalRequest {
  return JSON.parse(textOf(row, 'body'));
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
    timestamp: textOf(row, 'timestamp'),
    data: JSON.parse(textOf(row, 'data')),
    hash: textOf(row, 'hash'),
  };
}
