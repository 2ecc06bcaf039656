import type { ChainedRecord, HumanApprovalRequest } from '@sekisho/engine';
import { expiryOf, recordReaders } from '@sekisho/engine/store-adapter';
import { bytesOf, isoOf, numberOf, oneOf, textOf, type Row } from './row-values.ts';

export const { readRun, readStep, readEffect, readGrant, readToken, readLog } = recordReaders<Row>({
  textOf,
  numberOf,
  bytesOf,
  oneOf,
  timeOf: isoOf,
});

/** A record with the hash of the record before it. */
export function readChainedLog(row: Row): ChainedRecord {
  const record = readLog(row);
  const previous = row['previous_hash'] === null ? undefined : textOf(row, 'previous_hash');
  return { record, previous_hash: record.seq === 1 ? '' : previous };
}

/** The approval request with its current status. */
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
