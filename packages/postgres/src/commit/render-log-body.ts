import type { NewLogRecord } from 'sekisho';

/** The canonical JSON text (keys sorted) that the audit chain hashes; the verifier of `sekisho` makes the same. */
export function renderLogBody(record: NewLogRecord, seq: number, timestamp: string): string {
  const { attempt, data, decision, event, run_id, tool_call_id } = record;
  return (
    `{"attempt":${JSON.stringify(attempt)},"data":${data},"decision":${JSON.stringify(decision)}` +
    `,"event":${JSON.stringify(event)},"run_id":${JSON.stringify(run_id)},"seq":${seq}` +
    `,"timestamp":${JSON.stringify(timestamp)},"tool_call_id":${JSON.stringify(tool_call_id)}}`
  );
}
