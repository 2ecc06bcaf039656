import { setImmediate as turn } from 'node:timers/promises';
import type { ExecutionLog, StateStore } from 'sekisho';
import type { TokenPrices } from '../runs/token-prices.ts';
import { countRecord, emptyCell, type AskedCall, type CellKey, type StatsCell } from './stats-cell.ts';
import type { StatsStore } from './stats-store.ts';
import { facetsOf, summarizeCells } from './summarize-cells.ts';

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
const ENDS: ReadonlySet<string> = new Set(['run.finished', 'run.denied', 'run.failed']);
const ANSWERS: ReadonlySet<string> = new Set([
  'approval.approved',
  'approval.denied',
  'approval.expired',
  'approval.cancelled',
]);
const PAGE = 2_000;
/** How many open runs and requests are remembered. The log is read again for others. */
const MAX_REMEMBERED = 20_000;
/** How long a request waits for new records to be counted. The rest is counted afterwards. */
const MAX_WAIT_MS = 1_500;
const DAY_MS = 86_400_000;

/** The filters of the dashboard. Undefined matches everything. */
export type StatsFilter = {
  readonly application?: string | undefined;
  readonly agent?: string | undefined;
  readonly tool?: string | undefined;
};

type RunFacts = Pick<CellKey, 'application' | 'agent'>;

/**
 * Counts the audit log by day, application, agent and tool. Each record is read once; a request reads only the stored
 * cells. Several servers may count the same log: a cell is stored with the last record that it contains, and only on the
 * version that was read.
 */
export class StatsService {
  readonly #log: StateStore;
  readonly #store: StatsStore;
  readonly #clock: () => number;
  readonly #prices: TokenPrices;
  readonly #countWaiting: (filter: StatsFilter) => Promise<{ waiting: number; expiring: number }>;
  #counting: Promise<void> | undefined;
  /** Requests without a counted decision, and open runs, as far as this process has read them. */
  readonly #asked = new Map<string, AskedCall>();
  readonly #runs = new Map<string, RunFacts>();

  constructor(options: {
    log: StateStore;
    store: StatsStore;
    clock: () => number;
    prices: TokenPrices;
    countWaiting: (filter: StatsFilter) => Promise<{ waiting: number; expiring: number }>;
  }) {
    this.#log = options.log;
    this.#store = options.store;
    this.#clock = options.clock;
    this.#prices = options.prices;
    this.#countWaiting = options.countWaiting;
  }

  /** Returns the counts of the last days, and how much of the log they contain. */
  async summarize(days: number, filter: StatsFilter) {
    await this.#update();
    const dates = Array.from({ length: days }, (_, index) =>
      dayOf(this.#clock() - (days - 1 - index) * DAY_MS),
    );
    const [cells, read, last, waiting] = await Promise.all([
      this.#store.listCells(dates[0] ?? ''),
      this.#store.getStatsPosition(),
      this.#log.lastLog(),
      this.#countWaiting(filter),
    ]);
    const found = cells.filter((cell) => matches(cell, filter));
    return {
      ...waiting,
      read,
      total: last?.seq ?? 0,
      facets: facetsOf(cells),
      ...summarizeCells(dates, found, this.#prices),
    };
  }

  /** Returns how many requests each person decided in the last days. */
  async decisionsByPerson(days: number): Promise<ReadonlyMap<string, { approved: number; denied: number }>> {
    const { people } = await this.summarize(days, {});
    return new Map(people.map(({ id, approved, denied }) => [id, { approved, denied }]));
  }

  async #update(): Promise<void> {
    this.#counting ??= this.#count().finally(() => {
      this.#counting = undefined;
    });
    await Promise.race([this.#counting.catch(() => undefined), delay(MAX_WAIT_MS)]);
  }

  /** Counts the records that are new since the stored position. */
  async #count(): Promise<void> {
    let position = await this.#store.getStatsPosition();
    for (;;) {
      const records = await this.#log.queryLogs({ afterSeq: position, events: EVENTS, limit: PAGE });
      if (records.length === 0) return;
      const cells = new Map<string, { key: CellKey; entries: CountedRecord[] }>();
      for (const record of records) {
        const { key, asked } = await this.#contextOf(record);
        const name = JSON.stringify(key);
        const cell = cells.get(name) ?? { key, entries: [] };
        cell.entries.push({ record, asked });
        cells.set(name, cell);
      }
      for (const { key, entries } of cells.values()) await this.#addToCell(key, entries);
      position = records.at(-1)?.seq ?? position;
      await this.#store.putStatsPosition(position);
      await turn();
    }
  }

  async #addToCell(key: CellKey, entries: readonly CountedRecord[]): Promise<void> {
    for (;;) {
      const found = await this.#store.findCell(key);
      const cell = found?.value ?? emptyCell(key);
      const fresh = entries.filter(({ record }) => record.seq > cell.seq);
      if (fresh.length === 0) return;
      for (const { record, asked } of fresh) countRecord(cell, record, asked);
      // Another server may have counted the same records in the meantime.
      if (await this.#store.putCell(cell, found?.version ?? 0)) return;
    }
  }

  /** Returns the cell of a record, and the request that it decides. */
  async #contextOf(record: ExecutionLog): Promise<{ key: CellKey; asked: AskedCall | undefined }> {
    const { event, run_id: run, data, timestamp } = record;
    if (event === 'run.started') remember(this.#runs, run, runFactsOf(record));
    const asked = await this.#askedOf(record);
    const facts = this.#runs.get(run) ?? (await this.#findRun(run));
    if (ENDS.has(event)) this.#runs.delete(run);
    const tool = ENDS.has(event) ? '' : textOf(data['tool']) || (asked?.tool ?? '');
    return { key: { day: timestamp.slice(0, 10), ...facts, tool }, asked };
  }

  /** Returns the request that a record makes or decides, and remembers open requests. */
  async #askedOf(record: ExecutionLog): Promise<AskedCall | undefined> {
    const { event, run_id: run, tool_call_id: call, timestamp } = record;
    const key = `${run} ${call}`;
    if (event === 'gate.decision' && record.decision === 'needs_human')
      remember(this.#asked, key, askedOf(record, timestamp));
    const isRequest = event === 'approval.requested';
    if (!isRequest && !ANSWERS.has(event)) return undefined;
    const asked = this.#asked.get(key) ?? (await this.#findAsked(run, call));
    if (!isRequest) this.#asked.delete(key);
    else if (asked) remember(this.#asked, key, { ...asked, requestedAt: timestamp });
    return asked;
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

  async #findRun(runId: string): Promise<RunFacts> {
    const [started] = await this.#log.queryLogs({ runId, event: 'run.started', limit: 1 });
    const facts = started ? runFactsOf(started) : { application: '', agent: '' };
    remember(this.#runs, runId, facts);
    return facts;
  }
}

type CountedRecord = { readonly record: ExecutionLog; readonly asked: AskedCall | undefined };

const runFactsOf = ({ data }: ExecutionLog): RunFacts => ({
  application: textOf(data['application']),
  agent: textOf(data['agent']),
});

function askedOf({ data }: ExecutionLog, requestedAt: string): AskedCall {
  const rules: unknown = data['rule_ids'];
  return {
    tool: textOf(data['tool']),
    requestedAt,
    rules: Array.isArray(rules) ? rules.map(String) : [],
    risk: typeof data['risk_level'] === 'number' ? data['risk_level'] : 0,
  };
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= MAX_REMEMBERED) map.clear();
  map.set(key, value);
}

const matches = (cell: StatsCell, { application, agent, tool }: StatsFilter) =>
  (application === undefined || cell.application === application) &&
  (agent === undefined || cell.agent === agent) &&
  (tool === undefined || cell.tool === tool);

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
