import { setImmediate as turn } from 'node:timers/promises';
import type { ExecutionLog, StateStore } from 'sekisho';
import { countRecord, emptyDay, type AskedCall, type DayStats } from './day-stats.ts';
import { mergeHistograms, quantile } from './histogram.ts';
import type { StatsStore } from './stats-store.ts';

const EVENTS = [
  'run.started',
  'gate.decision',
  'approval.requested',
  'approval.approved',
  'approval.denied',
  'approval.expired',
  'approval.cancelled',
  'tool.result',
  'run.finished',
  'run.denied',
  'run.failed',
] as const;
const PAGE = 2_000;
/** How long a request waits for new records to be counted. The rest is counted afterwards. */
const MAX_WAIT_MS = 1_500;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Counts the audit log by day. Each record is read once; a request reads only the stored days. Several servers may count the
 * same log: a day is stored with the last record that it contains, and only on the version that was read.
 */
export class StatsService {
  readonly #log: StateStore;
  readonly #store: StatsStore;
  readonly #clock: () => number;
  #counting: Promise<void> | undefined;
  /** Requests whose decision was not counted yet, and the applications of runs, as far as this process has read them. */
  readonly #asked = new Map<string, AskedCall>();
  readonly #applications = new Map<string, string>();

  constructor(options: { log: StateStore; store: StatsStore; clock: () => number }) {
    this.#log = options.log;
    this.#store = options.store;
    this.#clock = options.clock;
  }

  /** Returns the counts of the last days, and how much of the log they contain. */
  async summarize(days: number) {
    this.#counting ??= this.#count().finally(() => {
      this.#counting = undefined;
    });
    await Promise.race([this.#counting.catch(() => undefined), delay(MAX_WAIT_MS)]);
    const since = dayOf(this.#clock() - (days - 1) * DAY_MS);
    const [stored, read, last, costs, waiting] = await Promise.all([
      this.#store.listDays(since),
      this.#store.getStatsPosition(),
      this.#log.lastLog(),
      this.#store.listCosts(since),
      this.#countWaiting(),
    ]);
    const byDay = new Map(stored.map(({ value }) => [value.day, value]));
    const all = Array.from({ length: days }, (_, index) => {
      const day = dayOf(this.#clock() - (days - 1 - index) * DAY_MS);
      return byDay.get(day) ?? emptyDay(day);
    });
    return { ...waiting, read, total: last?.seq ?? 0, ...summaryOf(all, costs) };
  }

  /** Counts the records that are new since the stored position. */
  async #count(): Promise<void> {
    let position = await this.#store.getStatsPosition();
    for (;;) {
      const records = await this.#log.queryLogs({ afterSeq: position, events: EVENTS, limit: PAGE });
      if (records.length === 0) return;
      const byDay = Map.groupBy(records, ({ timestamp }) => timestamp.slice(0, 10));
      const contexts = new Map<number, RecordContext>();
      for (const record of records) contexts.set(record.seq, await this.#contextOf(record));
      for (const [day, own] of byDay) await this.#addToDay(day, own, contexts);
      position = records.at(-1)?.seq ?? position;
      await this.#store.putStatsPosition(position);
      await turn();
    }
  }

  async #addToDay(
    day: string,
    records: readonly ExecutionLog[],
    contexts: ReadonlyMap<number, RecordContext>,
  ): Promise<void> {
    for (;;) {
      const found = (await this.#store.listDays(day)).find(({ value }) => value.day === day);
      const stats = found?.value ?? emptyDay(day);
      const fresh = records.filter(({ seq }) => seq > stats.seq);
      if (fresh.length === 0) return;
      for (const record of fresh) countRecord(stats, record, contexts.get(record.seq) ?? NO_CONTEXT);
      // Another server may have counted the same records in the meantime.
      if (await this.#store.putDay(stats, found?.version ?? 0)) return;
    }
  }

  async #contextOf(record: ExecutionLog): Promise<RecordContext> {
    const { event, run_id: run, tool_call_id: call } = record;
    const key = `${run} ${call}`;
    this.#remember(record, key);
    if (event === 'approval.approved' || event === 'approval.denied') {
      const asked = this.#asked.get(key) ?? (await this.#findAsked(run, call));
      this.#asked.delete(key);
      return { asked, application: '' };
    }
    if (event !== 'run.finished' && event !== 'run.denied' && event !== 'run.failed') return NO_CONTEXT;
    const application = this.#applications.get(run) ?? (await this.#findApplication(run));
    this.#applications.delete(run);
    return { asked: undefined, application };
  }

  /** Stores what later records of the same call or run need. */
  #remember(record: ExecutionLog, key: string): void {
    const { event, run_id: run, data, timestamp } = record;
    const known = this.#asked.get(key);
    if (event === 'run.started') this.#applications.set(run, textOf(data['application']));
    else if (event === 'gate.decision' && record.decision === 'needs_human')
      this.#asked.set(key, askedOf(record, timestamp));
    else if (event === 'approval.requested' && known)
      this.#asked.set(key, { ...known, requestedAt: timestamp });
    else if (event === 'approval.expired' || event === 'approval.cancelled') this.#asked.delete(key);
  }

  async #findAsked(runId: string, call: string): Promise<AskedCall | undefined> {
    const events = ['gate.decision', 'approval.requested'] as const;
    const records = (await this.#log.queryLogs({ runId, events, limit: 10_000 })).filter(
      ({ tool_call_id: id }) => id === call,
    );
    const decision = records.find(({ event }) => event === 'gate.decision');
    const request = records.find(({ event }) => event === 'approval.requested');
    return decision && request && askedOf(decision, request.timestamp);
  }

  async #findApplication(runId: string): Promise<string> {
    const [started] = await this.#log.queryLogs({ runId, event: 'run.started', limit: 1 });
    return textOf(started?.data['application']);
  }

  async #countWaiting(): Promise<{ waiting: number; expiring: number }> {
    const { rows } = await this.#log.listApprovals({ status: 'pending', limit: 500 });
    const soon = this.#clock() + HOUR_MS;
    return {
      waiting: rows.length,
      expiring: rows.filter(({ expires_at: until }) => Date.parse(until) <= soon).length,
    };
  }
}

/** What the log says elsewhere about a record. */
type RecordContext = { readonly asked: AskedCall | undefined; readonly application: string };
const NO_CONTEXT: RecordContext = { asked: undefined, application: '' };

function askedOf({ data }: ExecutionLog, requestedAt: string): AskedCall {
  const rules: unknown = data['rule_ids'];
  return {
    requestedAt,
    rules: Array.isArray(rules) ? rules.map(String) : [],
    risk: typeof data['risk_level'] === 'number' ? data['risk_level'] : 0,
  };
}

function summaryOf(days: readonly DayStats[], costs: ReadonlyMap<string, number>) {
  const people = merge(days.map((day) => day.people));
  const rules = merge(days.map((day) => day.rules));
  const tools = merge(days.map((day) => day.tools));
  const applications = merge(days.map((day) => day.applications));
  return {
    days: days.map(({ day, requested, approved, denied, expired, cancelled, attacks, times }) => ({
      day,
      requested,
      approved,
      denied,
      expired,
      cancelled,
      attacks,
      p50_ms: quantile(times, 0.5),
      p90_ms: quantile(times, 0.9),
      cost_usd: costs.get(day) ?? null,
    })),
    people: people.map(([id, each]) => {
      const times = mergeHistograms(each.map((one) => one.times));
      return {
        id,
        approved: sum(each, ({ approved }) => approved),
        denied: sum(each, ({ denied }) => denied),
        hasty: sum(each, ({ hasty }) => hasty),
        p50_ms: quantile(times, 0.5),
      };
    }),
    rules: rules.map(([id, each]) => ({
      id,
      asked: sum(each, ({ asked }) => asked),
      unchanged: sum(each, ({ unchanged }) => unchanged),
      edited: sum(each, ({ edited }) => edited),
      denied: sum(each, ({ denied }) => denied),
    })),
    tools: tools.map(([id, each]) => {
      const times = mergeHistograms(each.map((one) => one.times));
      return {
        id,
        calls: sum(each, ({ calls }) => calls),
        failed: sum(each, ({ failed }) => failed),
        p50_ms: quantile(times, 0.5),
        p95_ms: quantile(times, 0.95),
      };
    }),
    applications: applications.map(([id, each]) => ({
      id,
      runs: sum(each, ({ runs }) => runs),
      tokens: sum(each, ({ tokens }) => tokens),
    })),
  };
}

function merge<Value>(days: readonly Readonly<Record<string, Value>>[]): [string, Value[]][] {
  const merged = new Map<string, Value[]>();
  for (const day of days)
    for (const [key, value] of Object.entries(day)) {
      const known = merged.get(key) ?? [];
      known.push(value);
      merged.set(key, known);
    }
  return [...merged];
}

const sum = <Value>(values: readonly Value[], of: (value: Value) => number) =>
  values.reduce((total, value) => total + of(value), 0);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
