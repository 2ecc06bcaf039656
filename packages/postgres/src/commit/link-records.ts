import type { LinkRecord } from '@sekisho/engine';
import { renderLogBody } from '@sekisho/engine/store-adapter';
import { storedText } from '@sekisho/engine/store-adapter';
import type { IdentifiedRecord } from './encode-batch.ts';

/** The last record of the chain. */
export interface LogHead {
  readonly seq: number;
  readonly hash: string;
}

/** A row of the log as the SQL function `append_records` expects it. */
export type EncodedRecord = readonly (string | number | null)[];

/** Chains records to the head, each of them once. */
export function linkRecords(
  records: readonly IdentifiedRecord[],
  start: { readonly head: LogHead; readonly time: number; readonly known: ReadonlySet<string> },
  link: LinkRecord,
): { readonly rows: readonly EncodedRecord[]; readonly head: LogHead } {
  const timestamp = new Date(start.time).toISOString();
  const seen = new Set(start.known);
  const rows: EncodedRecord[] = [];
  let head = start.head;
  for (const { record, identity } of records) {
    if (identity !== null && seen.has(identity)) continue;
    if (identity !== null) seen.add(identity);
    const seq = head.seq + 1;
    const hash = link(head.hash, seq, renderLogBody({ ...record, seq, timestamp }));
    const { run_id, tool_call_id, event, attempt, decision, data } = record;
    const ids = [storedText(run_id), storedText(tool_call_id)];
    rows.push([
      seq,
      ...ids,
      event,
      attempt,
      storedText(decision),
      start.time,
      storedText(data),
      hash,
      identity,
    ]);
    head = { seq, hash };
  }
  return { rows, head };
}
