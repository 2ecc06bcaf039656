import type { ExecutionLog, RunRecord } from 'sekisho';
import type { ModelCall } from './run-facts-store.ts';

const ROOT = 'run';

/** Creates the timeline of a run from its audit records and model responses. */
export function makeSpans(
  run: RunRecord,
  records: readonly ExecutionLog[],
  calls: readonly ModelCall[],
): Span[] {
  const builder = new SpanBuilder(run);
  for (const record of records) builder.read(record);
  for (const [index, call] of calls.entries()) builder.addModelCall(call, index, calls[index + 1]);
  return builder.finish();
}

class SpanBuilder {
  readonly #spans = new Map<string, Span>();
  readonly #attempts = new Map<string, number>();
  #segment = 0;

  constructor(run: RunRecord) {
    const status = { running: 'running', suspended: 'waiting', done: 'ok' } as const;
    const known = Object.entries(status).find(([name]) => name === run.status)?.[1];
    const ended = run.status === 'denied' || run.status === 'expired' ? run.status : 'failed';
    this.#open(ROOT, 'run', { at: run.created_at, name: run.agent_name }).status = known ?? ended;
    if (run.status !== 'running' && run.status !== 'suspended') this.#root.ended_at = run.updated_at;
  }

  get #root(): Span {
    return this.#open(ROOT, 'run', { at: '', name: '' });
  }

  /** What each event changes on the timeline. Null for events that the timeline does not show. */
  readonly #readers: Readonly<Record<ExecutionLog['event'], ((record: ExecutionLog) => void) | null>> = {
    'run.resumed': (record) => {
      this.#segment = record.attempt;
      this.#addPoint('resume', record);
    },
    'run.recovered': (record) => this.#addPoint('recovery', record),
    'gate.decision': (record) => {
      const span = this.#openCall(`gate:${record.tool_call_id}:${record.attempt}`, 'gate', record);
      this.#annotate(span, record, record.decision === 'deny' ? 'denied' : 'ok');
    },
    'approval.requested': (record) => {
      const span = this.#openCall(waitId(record.data), 'wait', record);
      span.status = 'waiting';
      span.seqs.push(record.seq);
    },
    'approval.viewed': ({ data, seq }) => this.#spans.get(waitId(data))?.seqs.push(seq),
    'approval.extended': ({ data, seq }) => {
      const wait = this.#spans.get(waitId(data));
      wait?.seqs.push(seq);
      if (wait) wait.detail = { ...wait.detail, expires_at: data['expires_at'] };
    },
    'tool.unknown': (record) => {
      const lost = this.#spans.get(`tool:${record.tool_call_id}:${record.attempt}`);
      if (lost) this.#annotate(lost, record, 'unknown');
      this.#openCall(`wait:${record.tool_call_id}`, 'wait', record).status = 'waiting';
    },
    'approval.approved': (record) => this.#endWait(record, 'ok'),
    'approval.denied': (record) => this.#endWait(record, 'denied'),
    'approval.expired': (record) => this.#endWait(record, 'expired'),
    'approval.cancelled': (record) => this.#endWait(record, 'denied'),
    'tool.start': (record) => {
      const { tool_call_id: key, attempt, seq } = record;
      const tries = (this.#attempts.get(key) ?? 0) + 1;
      this.#attempts.set(key, tries);
      const span = this.#openCall(`tool:${key}:${attempt}`, 'tool', record);
      span.attempt = tries;
      span.seqs.push(seq);
    },
    'tool.result': (record) => {
      const span = this.#openCall(`tool:${record.tool_call_id}:${record.attempt}`, 'tool', record);
      this.#annotate(span, record, record.decision === 'failed' ? 'failed' : 'ok');
    },
    'run.finished': (record) => this.#endRun(record),
    'run.denied': (record) => this.#endRun(record),
    'run.failed': (record) => this.#endRun(record),
    'run.started': null,
    'context.viewed': null,
    'run.suspended': null,
    'approval.assigned': null,
    'approval.commented': null,
    'approval.reissued': null,
    'approval.used': null,
    'grant.given': null,
    'grant.used': null,
    'grant.expired': null,
    'token.refused': null,
    'grant.revoked': null,
    'plan.made': null,
    'policy.changed': null,
    'stop.lifted': null,
    'stop.set': null,
    'run.adopted': null,
    'key.rotated': null,
    'audit.gap': null,
    'audit.checkpoint': null,
    'audit.version': null,
    'store.restored': null,
  };

  read(record: ExecutionLog): void {
    this.#readers[record.event]?.(record);
  }

  #addPoint(kind: 'resume' | 'recovery', record: ExecutionLog): void {
    const span = this.#open(`${kind}:${record.seq}`, kind, {
      at: record.timestamp,
      name: kind,
      parent: ROOT,
    });
    this.#annotate(span, record, 'ok');
  }

  #endWait(record: ExecutionLog, status: 'ok' | 'denied' | 'expired'): void {
    const wait = this.#spans.get(waitId(record.data)) ?? this.#spans.get(`wait:${record.tool_call_id}`);
    if (wait) this.#annotate(wait, record, status);
  }

  #endRun({ timestamp, data }: ExecutionLog): void {
    this.#root.ended_at = timestamp;
    this.#root.detail = { ...this.#root.detail, ...data };
  }

  /** Adds a model response to the turn that it began, or to a turn of its own when it contains no calls. */
  addModelCall(call: ModelCall, index: number, next: ModelCall | undefined): void {
    const known = call.answer.includes('"type":"function_call"') ? this.#nextTurn() : undefined;
    const turn =
      known ?? this.#open(`turn:model:${index}`, 'turn', { at: call.started_at, name: '', parent: ROOT });
    turn.started_at = call.started_at;
    const span = this.#open(`model:${turn.id}`, 'model', {
      at: call.started_at,
      name: call.model,
      parent: turn.id,
    });
    span.ended_at = call.ended_at;
    span.status = call.has_failed ? 'failed' : 'ok';
    span.segment = turn.segment;
    span.model = call.model;
    span.tokens = { input: call.input_tokens, output: call.output_tokens };
    span.cost_usd = call.cost_usd;
    if (next !== undefined) this.#moveBack(turn, call.ended_at, next.started_at);
  }

  /**
   * The log contains turns in their order, so the next response with calls belongs to the next turn without a
   * response.
   */
  #nextTurn(): Span | undefined {
    return [...this.#spans.values()].find(
      ({ kind, id }) => kind === 'turn' && !this.#spans.has(`model:${id}`),
    );
  }

  // Reads can be logged after the next response of the model, but they happened before it.
  #moveBack(turn: Span, from: string, to: string): void {
    for (const span of this.#spans.values()) {
      const isLate = span.parent_id === turn.id && span.started_at > to;
      if (!isLate || (span.kind !== 'gate' && span.kind !== 'tool')) continue;
      const ms = typeof span.detail['ms'] === 'number' ? span.detail['ms'] : 0;
      const end = new Date(Date.parse(from) + (span.kind === 'tool' ? ms : 0)).toISOString();
      span.started_at = from;
      if (span.ended_at !== null) span.ended_at = end < to ? end : to;
    }
  }

  finish(): Span[] {
    const spans = [...this.#spans.values()];
    const turns = spans.filter(({ kind }) => kind === 'turn').toSorted(byStart);
    for (const [index, turn] of turns.entries()) {
      turn.name = `${index + 1}`;
      closeTurn(turn, spans);
    }
    return spans.toSorted(byStart);
  }

  #openCall(id: string, kind: Span['kind'], record: ExecutionLog): Span {
    const { tool_call_id: key, timestamp: at, data } = record;
    // A call key has the form `path#wait.turn:id`, so everything before the last colon of that form is its turn.
    const turnKey = /^([^]*#\d+\.\d+):/.exec(key)?.[1] ?? key;
    const turn = this.#open(`turn:${turnKey}`, 'turn', { at, name: '', parent: ROOT });
    const tool = typeof data['tool'] === 'string' ? data['tool'] : (this.#toolOf(key) ?? '');
    const span = this.#open(id, kind, { at, name: tool, parent: turn.id });
    span.tool_id ??= tool;
    span.approval_id ??= typeof data['approval_id'] === 'string' ? data['approval_id'] : null;
    span.detail = { ...data, ...span.detail };
    return span;
  }

  #toolOf(key: string): string | undefined {
    const known = [...this.#spans.values()].find(({ id }) => id.startsWith(`gate:${key}:`));
    return known?.tool_id ?? undefined;
  }

  #annotate(span: Span, { timestamp, data, seq, decision }: ExecutionLog, status: Span['status']): void {
    span.ended_at = timestamp;
    span.status = status;
    span.detail = { ...span.detail, ...data, ...(decision === '' ? {} : { decision }) };
    span.seqs.push(seq);
  }

  #open(
    id: string,
    kind: Span['kind'],
    { at, name, parent = null }: { at: string; name: string; parent?: string | null },
  ): Span {
    const known = this.#spans.get(id);
    if (known) return known;
    const span: Span = {
      id,
      parent_id: parent,
      kind,
      name,
      status: 'running',
      started_at: at,
      ended_at: null,
      segment: this.#segment,
      attempt: 1,
      tool_id: null,
      approval_id: null,
      tokens: null,
      cost_usd: null,
      model: null,
      detail: {},
      seqs: [],
    };
    this.#spans.set(id, span);
    return span;
  }
}

const waitId = (data: ExecutionLog['data']) => `wait:${String(data['approval_id'])}`;

const RANK = { run: 0, turn: 1, model: 2, gate: 3, wait: 4, tool: 5, resume: 2, recovery: 2 } as const;

function byStart(one: Span, other: Span): number {
  if (one.kind === 'run') return -1;
  if (other.kind === 'run') return 1;
  return one.started_at.localeCompare(other.started_at) || RANK[one.kind] - RANK[other.kind];
}

function closeTurn(turn: Span, spans: readonly Span[]): void {
  const children = spans.filter(({ parent_id: parent }) => parent === turn.id);
  const open = children.find(({ ended_at: end }) => end === null);
  turn.ended_at = open
    ? null
    : (children
        .map(({ ended_at: end }) => end ?? '')
        .toSorted()
        .at(-1) ?? null);
  const worst = (['failed', 'unknown', 'denied', 'expired'] as const).find((status) =>
    children.some((child) => child.status === status),
  );
  turn.status = open?.status ?? worst ?? 'ok';
}

/** An interval on the timeline of a run. */
type Span = {
  id: string;
  parent_id: string | null;
  kind: 'run' | 'turn' | 'model' | 'gate' | 'wait' | 'tool' | 'resume' | 'recovery';
  name: string;
  status: 'ok' | 'running' | 'waiting' | 'denied' | 'failed' | 'unknown' | 'expired';
  started_at: string;
  ended_at: string | null;
  segment: number;
  attempt: number;
  tool_id: string | null;
  approval_id: string | null;
  tokens: { input: number; output: number } | null;
  cost_usd: number | null;
  model: string | null;
  detail: Record<string, unknown>;
  seqs: number[];
};
