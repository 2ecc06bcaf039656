import type { ExecutionLog, StateStore } from 'sekisho';
import type { RecordSubject } from '../runs/run-schemas.ts';

const CALL_EVENTS = ['gate.decision', 'tool.start', 'tool.result'] as const;
const MAX_RECORDS_PER_RUN = 10_000;

/** Describes records for people. The records of their calls are read once per run. */
export async function describeRecords(
  store: StateStore,
  records: readonly ExecutionLog[],
): Promise<readonly RecordSubject[]> {
  const runs = new Set(records.filter(({ tool_call_id: call }) => call !== '').map(({ run_id }) => run_id));
  const calls = new Map<string, CallState>();
  await Promise.all(
    [...runs].map(async (runId) => {
      const query = { runId, events: CALL_EVENTS, limit: MAX_RECORDS_PER_RUN };
      for (const record of await store.queryLogs(query)) addToCall(calls, record);
    }),
  );
  return records.map((record) => subjectOf(record, calls.get(keyOf(record))));
}

type CallState = {
  decision?: ExecutionLog['data'];
  result?: RecordSubject['result'];
};

function addToCall(calls: Map<string, CallState>, record: ExecutionLog): void {
  const call = calls.get(keyOf(record)) ?? {};
  if (record.event === 'gate.decision') call.decision = record.data;
  else if (record.event === 'tool.start') call.result = 'running';
  else
    call.result = record.data['begun'] === false ? 'not_run' : record.decision === 'done' ? 'done' : 'failed';
  calls.set(keyOf(record), call);
}

function subjectOf({ data, event }: ExecutionLog, call: CallState | undefined): RecordSubject {
  const decision = call?.decision ?? {};
  const isStop = event === 'stop.set' || event === 'stop.lifted';
  return {
    who: textOf(data['by']),
    agent: textOf(data['agent']) ?? textOf(decision['agent']),
    tool: textOf(data['tool']) ?? textOf(decision['tool']),
    effect: textOf(decision['effect']),
    target: ['profile', 'name', 'user', 'application'].reduce(
      (found, field) => found ?? textOf(data[field]),
      textOf(decision['destination']),
    ),
    result: call === undefined || isStop ? null : (call.result ?? 'not_run'),
    reason: textOf(data['comment']) ?? textOf(data['reason']),
  };
}

const keyOf = ({ run_id, tool_call_id }: ExecutionLog) => `${run_id} ${tool_call_id}`;
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
