import type { ExecutionLog, RunRecord } from 'sekisho';
import type { ModelCall } from './run-facts-store.ts';
import type { Span } from './run-schemas.ts';
import { SpanTree } from './span-tree.ts';

/** Creates the timeline of a run from its audit records and model responses, parents before their children. */
export function makeSpans(
  run: RunRecord,
  records: readonly ExecutionLog[],
  calls: readonly ModelCall[],
): Span[] {
  const tree = new SpanTree(run);
  for (const record of records) READERS[record.event]?.(tree, record);
  for (const [index, call] of calls.entries()) addModelCall(tree, call, index, calls[index + 1]);
  return tree.inOrder();
}

type Read = (tree: SpanTree, record: ExecutionLog) => void;

const readGate: Read = (tree, record) => {
  const { tool_call_id: key, attempt, decision } = record;
  const span = tree.openCall(`gate:${key}:${attempt}`, 'gate', record);
  // The decision is repeated when the run continues. After a rejection no person is asked again.
  const asked = tree.waitOf(key);
  const declined = asked === 'denied' || asked === 'expired' ? asked : 'asked';
  tree.end(span, record, decision === 'needs_human' ? declined : (GATE_STATUS[decision] ?? 'ok'));
  // The approval that was used before also covers the arguments that the approver entered.
  if (key.endsWith(':edited')) tree.permit(key, attempt);
};

const GATE_STATUS: Readonly<Record<string, Span['status']>> = { deny: 'denied' };

const readRequest: Read = (tree, record) => {
  const span = tree.openCall(waitId(record), 'wait', record);
  span.status = 'waiting';
  span.seqs.push(record.seq);
};

const readNote: Read = (tree, record) => {
  tree.find(waitId(record))?.seqs.push(record.seq);
};

const readExtension: Read = (tree, record) => {
  const wait = tree.find(waitId(record));
  if (!wait) return;
  wait.seqs.push(record.seq);
  wait.detail = { ...wait.detail, expires_at: record.data['expires_at'] };
};

const endWait =
  (status: Span['status']): Read =>
  (tree, record) => {
    const wait = tree.find(waitId(record)) ?? tree.find(`wait:${record.tool_call_id}`);
    if (wait) tree.end(wait, record, status);
  };

/** A permission that a person gave before covers the call, so the gate lets it pass. */
const readPermission: Read = (tree, { tool_call_id: key, attempt, seq }) => {
  tree.find(`gate:${key}:${attempt}`)?.seqs.push(seq);
  tree.permit(key, attempt);
};

/** A resume belongs to the turn that it continues, between the wait and the call that it allows. */
const readPoint =
  (kind: 'resume' | 'recovery'): Read =>
  (tree, record) => {
    if (kind === 'resume') tree.segment = record.attempt;
    const at = record.timestamp;
    const span = tree.open(`${kind}:${record.seq}`, kind, { at, name: kind, parent: tree.interruptedTurn });
    tree.end(span, record, 'ok');
  };

const readStart: Read = (tree, record) => {
  const { tool_call_id: key, attempt, seq } = record;
  const span = tree.openCall(`tool:${key}:${attempt}`, 'tool', record);
  span.attempt = tree.countAttempt(key);
  span.seqs.push(seq);
};

const readResult: Read = (tree, record) => {
  const span = tree.openCall(`tool:${record.tool_call_id}:${record.attempt}`, 'tool', record);
  tree.end(span, record, record.decision === 'failed' ? 'failed' : 'ok');
};

const readUnknown: Read = (tree, record) => {
  const lost = tree.find(`tool:${record.tool_call_id}:${record.attempt}`);
  if (lost) tree.end(lost, record, 'unknown');
  tree.openCall(`wait:${record.tool_call_id}`, 'wait', record).status = 'waiting';
};

const readEnd: Read = (tree, { timestamp, data }) => {
  tree.root.ended_at = timestamp;
  tree.root.detail = { ...tree.root.detail, ...data };
};

/** What each event changes on the timeline. Events without an entry are not displayed. */
const READERS: Readonly<Partial<Record<ExecutionLog['event'], Read>>> = {
  'run.resumed': readPoint('resume'),
  'run.recovered': readPoint('recovery'),
  'run.finished': readEnd,
  'run.denied': readEnd,
  'run.failed': readEnd,
  'gate.decision': readGate,
  'approval.requested': readRequest,
  'approval.viewed': readNote,
  'context.viewed': readNote,
  'approval.extended': readExtension,
  'approval.approved': endWait('ok'),
  'approval.denied': endWait('denied'),
  'approval.expired': endWait('expired'),
  'approval.cancelled': endWait('denied'),
  'approval.used': readPermission,
  'grant.used': readPermission,
  'permission.used': readPermission,
  'review.allowed': readPermission,
  'tool.start': readStart,
  'tool.result': readResult,
  'tool.unknown': readUnknown,
};

const waitId = ({ data }: ExecutionLog) => `wait:${String(data['approval_id'])}`;

/** Adds a model response to the turn that it began, or to a turn of its own when it contains no calls. */
function addModelCall(tree: SpanTree, call: ModelCall, index: number, next: ModelCall | undefined): void {
  const { started_at: at, ended_at, model } = call;
  const known = call.answer.includes('"type":"function_call"') ? tree.nextTurnWithoutModel() : undefined;
  const turn = known ?? tree.open(`turn:model:${index}`, 'turn', { at, name: '' });
  turn.started_at = at;
  const span = tree.open(`model:${turn.id}`, 'model', { at, name: model, parent: turn.id });
  span.ended_at = ended_at;
  span.status = call.has_failed ? 'failed' : 'ok';
  span.segment = turn.segment;
  span.model = model;
  span.tokens = { input: call.input_tokens, output: call.output_tokens };
  span.cost_usd = call.cost_usd;
  // Reads can be logged after the next response of the model, but they happened before it.
  if (next !== undefined) tree.moveBack(turn, ended_at, next.started_at);
}
