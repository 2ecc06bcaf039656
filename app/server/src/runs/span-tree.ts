import type { ExecutionLog, RunRecord } from 'sekisho';
import type { Span } from './run-schemas.ts';

const ROOT = 'run';

/** The spans of one run while its records are read. */
export class SpanTree {
  readonly root: Span;
  /** The number of waits before the current record. */
  segment = 0;
  readonly #spans = new Map<string, Span>();
  readonly #attempts = new Map<string, number>();

  constructor(run: RunRecord) {
    this.root = this.open(ROOT, 'run', { at: run.created_at, name: run.agent_name, parent: null });
    this.root.status = RUN_STATUS[run.status];
    if (run.status !== 'running' && run.status !== 'suspended') this.root.ended_at = run.updated_at;
  }

  /** The id of the last turn, if it waits for a person or a crash has interrupted one of its calls. */
  get interruptedTurn(): string | undefined {
    const turn = [...this.#spans.values()].findLast(({ kind }) => kind === 'turn');
    const isInterrupted = [...this.#spans.values()].some(
      ({ parent_id, kind, status }) =>
        parent_id === turn?.id && (kind === 'wait' || status === 'running' || status === 'unknown'),
    );
    return isInterrupted ? turn?.id : undefined;
  }

  find(id: string): Span | undefined {
    return this.#spans.get(id);
  }

  /** Returns the status of the last wait for a person about this call. */
  waitOf(callKey: string): Span['status'] | undefined {
    return [...this.#spans.values()].findLast(({ kind, call_key: key }) => kind === 'wait' && key === callKey)
      ?.status;
  }

  /** Returns the span with this id, which is created if there is none. Its parent is the run by default. */
  open(
    id: string,
    kind: Span['kind'],
    { at, name, parent = ROOT }: { at: string; name: string; parent?: string | null | undefined },
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
      segment: this.segment,
      attempt: 1,
      tool_id: null,
      approval_id: null,
      call_key: null,
      tokens: null,
      cost_usd: null,
      model: null,
      detail: {},
      seqs: [],
    };
    this.#spans.set(id, span);
    return span;
  }

  /** As `open`, for a span of a call, in the turn of the call. */
  openCall(id: string, kind: Span['kind'], { tool_call_id: key, timestamp: at, data }: ExecutionLog): Span {
    // A call key has the form `path#wait.turn:id`, so everything before the last colon of that form is its turn.
    const turnKey = /^([^]*#\d+\.\d+):/.exec(key)?.[1] ?? key;
    const turn = this.open(`turn:${turnKey}`, 'turn', { at, name: '' });
    const tool = typeof data['tool'] === 'string' ? data['tool'] : (this.#toolOf(key) ?? '');
    const span = this.open(id, kind, { at, name: tool, parent: turn.id });
    span.call_key ??= typeof data['call_key'] === 'string' ? data['call_key'] : key.replace(/:edited$/, '');
    span.tool_id ??= tool;
    span.approval_id ??= typeof data['approval_id'] === 'string' ? data['approval_id'] : null;
    span.detail = { ...data, ...span.detail };
    return span;
  }

  end(span: Span, { timestamp, data, seq, decision }: ExecutionLog, status: Span['status']): void {
    span.ended_at = timestamp;
    span.status = status;
    span.detail = { ...span.detail, ...data, ...(decision === '' ? {} : { decision }) };
    span.seqs.push(seq);
  }

  /** A permission covers the call, so the gate lets it pass. */
  permit(key: string, attempt: number): void {
    const gate = this.#spans.get(`gate:${key}:${attempt}`);
    if (gate?.status === 'asked') gate.status = 'ok';
  }

  /** Returns how often this call has started, including this time. */
  countAttempt(key: string): number {
    const count = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, count);
    return count;
  }

  /** The log contains turns in their order, so the next response with calls belongs to the next turn without one. */
  nextTurnWithoutModel(): Span | undefined {
    return [...this.#spans.values()].find(
      ({ kind, id }) => kind === 'turn' && !this.#spans.has(`model:${id}`),
    );
  }

  /** Moves decisions and calls of a turn that were logged after `to` to the time when they happened. */
  moveBack(turn: Span, from: string, to: string): void {
    for (const span of this.#spans.values()) {
      const isLate = span.parent_id === turn.id && span.started_at > to;
      if (!isLate || (span.kind !== 'gate' && span.kind !== 'tool')) continue;
      const ms = typeof span.detail['ms'] === 'number' ? span.detail['ms'] : 0;
      const end = new Date(Date.parse(from) + (span.kind === 'tool' ? ms : 0)).toISOString();
      span.started_at = from;
      if (span.ended_at !== null) span.ended_at = earlier(end, to);
    }
  }

  /** Returns the spans, each followed by its children in their causal order. Every span encloses its children. */
  inOrder(): Span[] {
    const children = Map.groupBy(this.#spans.values(), (span) => span.parent_id);
    const turns = (children.get(ROOT) ?? []).filter(({ kind }) => kind === 'turn');
    for (const turn of turns) closeTurn(turn, children.get(turn.id) ?? []);
    for (const [index, turn] of turns.toSorted(inCausalOrder).entries()) turn.name = `${index + 1}`;
    enclose(this.root, children.get(ROOT) ?? []);
    const visit = (span: Span): Span[] => [
      span,
      ...(children.get(span.id) ?? []).toSorted(inCausalOrder).flatMap(visit),
    ];
    return visit(this.root);
  }

  #toolOf(key: string): string | undefined {
    const known = [...this.#spans.values()].find(({ id }) => id.startsWith(`gate:${key}:`));
    return known?.tool_id ?? undefined;
  }
}

const RUN_STATUS = {
  running: 'running',
  suspended: 'waiting',
  done: 'ok',
  failed: 'failed',
  denied: 'denied',
  expired: 'expired',
} as const satisfies Record<RunRecord['status'], Span['status']>;

function closeTurn(turn: Span, children: readonly Span[]): void {
  const open = children.find(({ ended_at: end }) => end === null);
  turn.ended_at = open ? null : children.reduce((end, span) => later(end, span.ended_at ?? ''), '');
  enclose(turn, children);
  turn.status =
    open?.status ?? WORST.find((status) => children.some((span) => span.status === status)) ?? 'ok';
}

const WORST = ['failed', 'unknown', 'denied', 'expired'] as const;

function enclose(span: Span, children: readonly Span[]): void {
  for (const { started_at: start, ended_at: end } of children) {
    span.started_at = earlier(span.started_at, start);
    if (span.ended_at !== null) span.ended_at = later(span.ended_at, end ?? '');
  }
}

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);

/** Records of one commit have the same time; their sequence numbers tell the order. A response comes before its calls. */
const inCausalOrder = (one: Span, other: Span) =>
  one.started_at.localeCompare(other.started_at) || (one.seqs[0] ?? 0) - (other.seqs[0] ?? 0);
