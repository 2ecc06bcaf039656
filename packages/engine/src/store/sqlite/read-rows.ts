import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { recordReaders } from '../record-readers.ts';
import { bytesOf, numberOf, oneOf, textOf, type Row } from './row-values.ts';

export const { readRun, readStep, readEffect, readGrant, readToken, readLog } = recordReaders<Row>({
  textOf,
  numberOf,
  bytesOf,
  oneOf,
  timeOf: textOf,
});

export function readApproval(row: Row): HumanApprovalRequest {
  return JSON.parse(textOf(row, 'body'));
}
