import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import type { ChainedRecord } from '../state-store.ts';
import { recordReaders } from '../record-readers.ts';
import { bytesOf, numberOf, oneOf, textOf, type Row } from './row-values.ts';

export const { readRun, readStep, readEffect, readGrant, readToken, readLog } = recordReaders<Row>({
  textOf,
  numberOf,
  bytesOf,
  oneOf,
  timeOf: textOf,
});

export function readChainedLog(row: Row): ChainedRecord {
  const record = readLog(row);
  const previous = row['previous_hash'] === null ? undefined : textOf(row, 'previous_hash');
  return { record, previous_hash: record.seq === 1 ? '' : previous };
}

export function readApproval(row: Row): HumanApprovalRequest {
  return JSON.parse(textOf(row, 'body'));
}
