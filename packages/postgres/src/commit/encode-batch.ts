import { hash as digest } from 'node:crypto';
import { QUEUE_OWNER, type AuditEvent, type NewLogRecord, type StoreWrite } from '@sekisho/engine';
import { storedText } from '@sekisho/engine/store-adapter';
import { encodeWrite, type EncodedWrite } from './encode-write.ts';

/** An audit record with its deduplication key; null for records that may repeat. */
export interface IdentifiedRecord {
  readonly record: NewLogRecord;
  readonly identity: string | null;
}

/** The writes of one commit() call, encoded for the server, with the audit records separated. */
export interface EncodedBatch {
  readonly writes: readonly (readonly [index: number, ...EncodedWrite])[];
  readonly records: readonly IdentifiedRecord[];
  /** The runs that this batch leaves to the workers, as they are stored. */
  readonly queued: readonly string[];
}

/** Encodes a batch. Each write carries its index, because the audit records are removed from the list. */
export function encodeBatch(batch: readonly StoreWrite[]): EncodedBatch {
  const writes: [number, ...EncodedWrite][] = [];
  const records: IdentifiedRecord[] = [];
  for (const [index, write] of batch.entries()) {
    if (write.kind === 'log.append')
      records.push({ record: write.record, identity: identityOf(write.record) });
    else writes.push([index, ...encodeWrite(write)]);
  }
  return { writes, records, queued: batch.flatMap(queuedBy) };
}

function queuedBy(write: StoreWrite): readonly string[] {
  if (write.kind === 'run.open' && write.run.owner === QUEUE_OWNER) return [storedText(write.run.run_id)];
  if (write.kind === 'run.claim' && write.owner === QUEUE_OWNER) return [storedText(write.run_id)];
  return [];
}

const REPEATABLE: ReadonlySet<AuditEvent> = new Set<AuditEvent>(['audit.gap', 'audit.checkpoint']);

function identityOf({ run_id, tool_call_id, event, attempt }: NewLogRecord): string | null {
  if (REPEATABLE.has(event)) return null;
  return digest('sha256', JSON.stringify([run_id, tool_call_id, event, attempt]), 'base64url');
}
