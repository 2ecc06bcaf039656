import type { ExecutionLog } from 'sekisho';
import { writeCsvLine } from '../http/write-csv-line.ts';
import type { RecordSubject } from '../runs/run-schemas.ts';

const HEADINGS = 'number,time,event,who,agent,tool,effect,target,decision,result,reason,run,call,hash'.split(
  ',',
);

/** The first line of the table. The byte order mark makes Excel read it as UTF-8. */
export const AUDIT_CSV_HEAD = `\uFEFF${writeCsvLine(HEADINGS)}`;

/** Writes a record as one line for spreadsheets. */
export function writeAuditCsv(record: ExecutionLog, subject: RecordSubject): string {
  const { seq, timestamp, event, decision, run_id, tool_call_id, hash } = record;
  const { who, agent, tool, effect, target, result, reason } = subject;
  const cells = [who, agent, tool, effect, target, decision, result, reason, run_id, tool_call_id, hash];
  return writeCsvLine([String(seq), timestamp, event, ...cells.map((cell) => cell ?? '')]);
}
