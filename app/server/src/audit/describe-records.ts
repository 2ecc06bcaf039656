import type { ExecutionLog, StateStore } from 'sekisho';
import type { RecordSubject } from '../runs/run-schemas.ts';

const EVENTS = ['run.started', 'gate.decision', 'approval.requested', 'tool.start', 'tool.result'] as const;
const MAX_RECORDS_PER_RUN = 10_000;

/** Describes records for people. The records of their runs and calls are read once per run. */
export async function describeRecords(
  store: Pick<StateStore, 'queryLogs'>,
  records: readonly ExecutionLog[],
): Promise<readonly RecordSubject[]> {
  const runs = new Set(records.map(({ run_id }) => run_id).filter((id) => id !== ''));
  const facts: Facts = { agents: new Map(), calls: new Map(), approvals: new Map() };
  await Promise.all(
    [...runs].map(async (runId) => {
      const query = { runId, events: EVENTS, limit: MAX_RECORDS_PER_RUN };
      for (const record of await store.queryLogs(query)) addFacts(facts, record);
    }),
  );
  return records.map((record) => subjectOf(record, facts));
}

interface Facts {
  readonly agents: Map<string, string | null>;
  readonly calls: Map<string, CallState>;
  /** The call of each approval request. */
  readonly approvals: Map<string, string>;
}

type CallState = {
  decision?: ExecutionLog['data'];
  result?: RecordSubject['result'];
};

function addFacts({ agents, calls, approvals }: Facts, record: ExecutionLog): void {
  const { event, data, run_id } = record;
  const key = keyOf(record);
  const call = calls.get(key) ?? {};
  if (event === 'run.started') agents.set(run_id, textOf(data['agent']));
  else if (event === 'approval.requested') approvals.set(textOf(data['approval_id']) ?? '', key);
  else if (event === 'gate.decision') call.decision = data;
  else if (event === 'tool.start') call.result = 'running';
  else call.result = data['begun'] === false ? 'not_run' : record.decision === 'done' ? 'done' : 'failed';
  calls.set(key, call);
}

/** Returns the call of a record. A record of a person who read the context names only the approval request. */
function findCall(record: ExecutionLog, { calls, approvals }: Facts): CallState | undefined {
  const { data, tool_call_id } = record;
  const key = tool_call_id === '' ? approvals.get(textOf(data['approval_id']) ?? '') : keyOf(record);
  return key === undefined ? undefined : calls.get(key);
}

function resultOf({ event, tool_call_id }: ExecutionLog, call: CallState | undefined) {
  const isStop = event === 'stop.set' || event === 'stop.lifted';
  return call === undefined || isStop || tool_call_id === '' ? null : (call.result ?? 'not_run');
}

function subjectOf(record: ExecutionLog, facts: Facts): RecordSubject {
  const { data, run_id } = record;
  const call = findCall(record, facts);
  const decision = call?.decision ?? {};
  return {
    who: textOf(data['by']),
    agent: textOf(data['agent']) ?? textOf(decision['agent']) ?? facts.agents.get(run_id) ?? null,
    tool: textOf(data['tool']) ?? textOf(decision['tool']),
    effect: textOf(decision['effect']),
    target: ['profile', 'name', 'user', 'application'].reduce(
      (found, field) => found ?? textOf(data[field]),
      textOf(decision['destination']),
    ),
    result: resultOf(record, call),
    reason: textOf(data['comment']) ?? textOf(data['reason']),
  };
}

/** A changed decision about a waiting call has a key of its own, and names the call. */
const keyOf = ({ run_id, tool_call_id, data }: ExecutionLog) =>
  `${run_id} ${textOf(data['call_key']) ?? tool_call_id}`;
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
