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

  read(record: ExecutionLog): void {
    const { event, tool_call_id: key, attempt, timestamp: at, data, decision } = record;
    switch (event) {
      case 'run.resumed':
      case 'run.recovered': {
        if (event === 'run.resumed') this.#segment = attempt;
        const kind = event === 'run.resumed' ? 'resume' : 'recovery';
        this.#annotate(
          this.#open(`${kind}:${record.seq}`, kind, { at, name: kind, parent: ROOT }),
          record,
          'ok',
        );
        return;
      }
      case 'gate.decision': {
        const span = this.#openCall(`gate:${key}:${attempt}`, 'gate', record);
        this.#annotate(span, record, decision === 'deny' ? 'denied' : 'ok');
        return;
      }
      case 'approval.requested': {
        const span = this.#openCall(waitId(data), 'wait', record);
        span.status = 'waiting';
        span.seqs.push(record.seq);
        return;
      }
      case 'approval.viewed':
        this.#spans.get(waitId(data))?.seqs.push(record.seq);
        return;
      case 'approval.extended': {
        const wait = this.#spans.get(waitId(data));
        wait?.seqs.push(record.seq);
        if (wait) wait.detail = { ...wait.detail, expires_at: data['expires_at'] };
        return;
      }
      case 'tool.unknown': {
        const lost = this.#spans.get(`tool:${key}:${attempt}`);
        if (lost) this.#annotate(lost, record, 'unknown');
        this.#openCall(`wait:${key}`, 'wait', record).status = 'waiting';
        return;
      }
      case 'approval.approved':
      case 'approval.denied':
      case 'approval.expired':
      case 'approval.cancelled': {
        const wait = this.#spans.get(waitId(data)) ?? this.#spans.get(`wait:${key}`);
        const ended = { 'approval.approved': 'ok', 'approval.expired': 'expired' } as const;
        const status = Object.entries(ended).find(([name]) => name === event)?.[1] ?? 'denied';
        if (wait) this.#annotate(wait, record, status);
        return;
      }
      case 'tool.start': {
        const tries = (this.#attempts.get(key) ?? 0) + 1;
        this.#attempts.set(key, tries);
        const span = this.#openCall(`tool:${key}:${attempt}`, 'tool', record);
        span.attempt = tries;
        span.seqs.push(record.seq);
        return;
      }
      case 'tool.result': {
        const span = this.#openCall(`tool:${key}:${attempt}`, 'tool', record);
        this.#annotate(span, record, decision === 'failed' ? 'failed' : 'ok');
        return;
      }
      case 'run.finished':
      case 'run.denied':
      case 'run.failed':
        this.#root.ended_at = at;
        Object.assign(this.#root.detail, data);
        return;
      case 'run.started':
      case 'run.suspended':
      case 'approval.reissued':
      case 'approval.used':
      case 'grant.given':
      case 'grant.used':
      case 'grant.expired':
      case 'token.refused':
      case 'grant.revoked':
      case 'policy.changed':
      case 'run.adopted':
      case 'key.rotated':
      case 'audit.gap':
      case 'audit.checkpoint':
      case 'audit.version':
      case 'store.restored':
        return;
    }
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
export type Span = {
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
