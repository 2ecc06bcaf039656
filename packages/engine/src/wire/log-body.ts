import type { ExecutionLog } from './execution-log.ts';

/** The hashed fields of an audit record: all except the hash. `data` is already canonical JSON text. */
export type LogBody = Omit<ExecutionLog, 'data' | 'hash'> & { readonly data: string };

/** Returns the canonical JSON text (keys sorted) that the audit chain hashes. The writer and the verifier share it. */
export function renderLogBody(body: LogBody): string {
  return (
    `{"attempt":${JSON.stringify(body.attempt)},"data":${body.data},"decision":${JSON.stringify(body.decision)}` +
    `,"event":${JSON.stringify(body.event)},"run_id":${JSON.stringify(body.run_id)},"seq":${body.seq}` +
    `,"timestamp":${JSON.stringify(body.timestamp)},"tool_call_id":${JSON.stringify(body.tool_call_id)}}`
  );
}
