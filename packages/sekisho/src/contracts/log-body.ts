import type { ExecutionLog } from './execution-log.ts';

/** What of an audit record is hashed: all of it but the hash; `data` is canonical JSON text already. */
export type LogBody = Omit<ExecutionLog, 'data' | 'hash'> & { readonly data: string };

/** The canonical JSON text (keys sorted) that the audit chain hashes. Writer and verifier share it. */
export function renderLogBody(body: LogBody): string {
  return (
    `{"attempt":${JSON.stringify(body.attempt)},"data":${body.data},"decision":${JSON.stringify(body.decision)}` +
    `,"event":${JSON.stringify(body.event)},"run_id":${JSON.stringify(body.run_id)},"seq":${body.seq}` +
    `,"timestamp":${JSON.stringify(body.timestamp)},"tool_call_id":${JSON.stringify(body.tool_call_id)}}`
  );
}
