import { AUDIT_EVENTS, type ExecutionLog } from '../wire/execution-log.ts';
import {
  EFFECT_CLASSES,
  RUN_STATUSES,
  type EffectRecord,
  type GrantRecord,
  type RunRecord,
  type StepRecord,
  type TokenRecord,
} from './run-record.ts';

/** Functions that read values of a row. Each throws for an invalid value. */
export interface RowValues<Row> {
  readonly textOf: (row: Row, column: string) => string;
  readonly numberOf: (row: Row, column: string) => number;
  readonly bytesOf: (row: Row, column: string) => Uint8Array | null;
  /** A time as ISO text. */
  readonly timeOf: (row: Row, column: string) => string;
  /** A value of a closed set. */
  readonly oneOf: <Value extends string>(row: Row, column: string, values: readonly Value[]) => Value;
}

/** Returns functions that create records from table rows. Columns have the names of the fields. */
export function recordReaders<Row>({ textOf, numberOf, bytesOf, timeOf, oneOf }: RowValues<Row>) {
  return {
    readRun: (row: Row): RunRecord => ({
      run_id: textOf(row, 'run_id'),
      status: oneOf(row, 'status', RUN_STATUSES),
      segment: numberOf(row, 'segment'),
      epoch: numberOf(row, 'epoch'),
      owner: textOf(row, 'owner'),
      application: textOf(row, 'application'),
      agent_name: textOf(row, 'agent_name'),
      sdk_version: textOf(row, 'sdk_version'),
      state: bytesOf(row, 'state'),
      created_at: timeOf(row, 'created_at'),
      updated_at: timeOf(row, 'updated_at'),
    }),
    readStep: (row: Row): StepRecord => ({
      run_id: textOf(row, 'run_id'),
      segment: numberOf(row, 'segment'),
      name: textOf(row, 'name'),
      fingerprint: textOf(row, 'fingerprint'),
      value: textOf(row, 'value'),
    }),
    readEffect: (row: Row): EffectRecord => ({
      run_id: textOf(row, 'run_id'),
      call_key: textOf(row, 'call_key'),
      tool_call_id: textOf(row, 'tool_call_id'),
      tool_id: textOf(row, 'tool_id'),
      effect: oneOf(row, 'effect', EFFECT_CLASSES),
      args_digest: textOf(row, 'args_digest'),
      epoch: numberOf(row, 'epoch'),
      status: oneOf(row, 'status', ['started', 'done', 'unknown']),
      result: bytesOf(row, 'result'),
    }),
    readGrant: (row: Row): GrantRecord => {
      const given: GrantRecord = JSON.parse(textOf(row, 'body'));
      return { ...given, uses_left: numberOf(row, 'uses_left') };
    },
    readToken: (row: Row): TokenRecord => ({
      token_hash: textOf(row, 'token_hash'),
      run_id: textOf(row, 'run_id'),
      approval_id: textOf(row, 'approval_id'),
      status: oneOf(row, 'status', ['active', 'used']),
      expires_at: numberOf(row, 'expires_at'),
    }),
    readLog: (row: Row): ExecutionLog => ({
      seq: numberOf(row, 'seq'),
      run_id: textOf(row, 'run_id'),
      tool_call_id: textOf(row, 'tool_call_id'),
      event: oneOf(row, 'event', AUDIT_EVENTS),
      attempt: numberOf(row, 'attempt'),
      decision: textOf(row, 'decision'),
      timestamp: timeOf(row, 'timestamp'),
      data: JSON.parse(textOf(row, 'data')),
      hash: textOf(row, 'hash'),
    }),
  };
}
