import type { RunRecord, StateStore } from 'sekisho';
import type { Identity } from '../../identity/identity.ts';
import type { ApprovalQuery } from '../approval-schemas.ts';
import type { ReviewStore } from '../review/review-store.ts';
import type { PendingIndex } from './pending-index.ts';
import {
  arrangePending,
  matcherOf,
  readCursor,
  rowsAfter,
  writeCursor,
  type FilterContext,
  type PendingEntry,
  type PendingFilter,
} from './select-pending.ts';

const MAX_FACETS = 200;
const WARM_UP_MS = 2000;
const HOUR_MS = 3_600_000;
const MAX_REMEMBERED_RUNS = 50_000;
const RUNS_AT_ONCE = 100;
const NOTHING = () => undefined;

/** Lists and counts all pending requests. */
export class PendingReader {
  readonly #index: PendingIndex;
  readonly #store: Pick<ReviewStore, 'listAssigned'>;
  readonly #findRun: StateStore['getRun'];
  readonly #clock: () => number;
  /** The runs of requests. Their application and agent never change. */
  readonly #runs = new Map<string, RunRecord>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #warmUp: Promise<void> | undefined;

  constructor(options: {
    index: PendingIndex;
    store: Pick<ReviewStore, 'listAssigned'>;
    findRun: StateStore['getRun'];
    clock: () => number;
  }) {
    this.#index = options.index;
    this.#store = options.store;
    this.#findRun = options.findRun;
    this.#clock = options.clock;
  }

  /** Reads new requests in the background, so that a list does not wait for their facts. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#warmUp ??= this.#index
        .read('risk')
        .then(() => this.#index.groupKeys())
        // When the store is unavailable, the next round tries again.
        .then(NOTHING, NOTHING)
        .finally(() => {
          this.#warmUp = undefined;
        });
    }, WARM_UP_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#warmUp;
  }

  /**
   * Returns a page. All pages of a list have the same snapshot, so that later arrivals do not move rows from one page to
   * another.
   */
  async list(query: Omit<ApprovalQuery, 'status'>, identity: Identity) {
    const all = await this.#index.read(query.sort);
    const context = await this.#contextOf(identity);
    const { snapshot, after } =
      query.cursor === undefined ? { snapshot: newestOf(all), after: undefined } : readCursor(query.cursor);
    const matches = matcherOf(query, context);
    const { arrived_after: since } = query;
    const found = all.filter(
      (entry) =>
        entry.summary.created_at <= snapshot &&
        (since === undefined || entry.summary.created_at > since) &&
        matches(entry),
    );
    const groups = query.grouped && query.group === undefined ? context.groups : NO_GROUPS;
    const rows = rowsAfter(arrangePending(found, groups), after, query.sort);
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1);
    return {
      items: shown.map(({ entry, group }) => ({ ...entry.summary, group })),
      cursor: rows.length > query.limit && last !== undefined ? writeCursor(snapshot, last.entry) : null,
      total: found.length,
      snapshot,
    };
  }

  /** Counts all pending requests: by risk, tool, agent and group, in the standard views, and with saved filters. */
  async count(identity: Identity, saved: readonly PendingFilter[]) {
    const all = await this.#index.read('expiry');
    const context = await this.#contextOf(identity);
    const countOf = (filter: PendingFilter) => all.filter(matcherOf(filter, context)).length;
    const at = (risk: number) => all.filter(({ summary }) => summary.risk_level === risk).length;
    const groups = Map.groupBy(
      all.filter(({ summary }) => context.groups.has(summary.approval_id)),
      ({ summary }) => context.groups.get(summary.approval_id) ?? '',
    );
    return {
      pending: all.length,
      by_risk: { '1': at(1), '2': at(2), '3': at(3), '4': at(4), '5': at(5) },
      next_expiry: all[0]?.summary.expires_at ?? null,
      tools: facetsOf(all, ({ summary }) => summary.tool_id),
      agents: facetsOf(all, ({ summary }) => summary.agent_name),
      groups: [...groups]
        .map(([key, [first, ...others]]) => ({
          key,
          count: others.length + 1,
          tool_id: first?.summary.tool_id ?? '',
          agent_name: first?.summary.agent_name ?? '',
        }))
        .toSorted((one, other) => other.count - one.count)
        .slice(0, MAX_FACETS),
      urgent: countOf({ view: 'urgent' }),
      mine: countOf({ view: 'mine' }),
      saved: saved.map(countOf),
    };
  }

  /** Counts the requests of an application, an agent or a tool, and those of them that expire within an hour. */
  async countWaiting({ application, agent, tool }: WaitingFilter) {
    const all = await this.#index.read('expiry');
    let found = tool === undefined ? all : all.filter(({ summary }) => summary.tool_id === tool);
    if (application !== undefined || agent !== undefined) {
      const runs = await this.#findRuns([...new Set(found.map(({ summary }) => summary.run_id))]);
      found = found.filter(({ summary }) => {
        const run = runs.get(summary.run_id);
        return (
          (application === undefined || run?.application === application) &&
          (agent === undefined || run?.agent_name === agent)
        );
      });
    }
    const soon = new Date(this.#clock() + HOUR_MS).toISOString();
    return {
      waiting: found.length,
      expiring: found.filter(({ summary }) => summary.expires_at <= soon).length,
    };
  }

  /** Returns the members of a group, those that expire first at the beginning. */
  async membersOf(key: string): Promise<readonly PendingEntry[]> {
    const all = await this.#index.read('expiry');
    const groups = await this.#index.groupKeys();
    return all.filter(({ summary }) => groups.get(summary.approval_id) === key);
  }

  async #findRuns(ids: readonly string[]): Promise<ReadonlyMap<string, RunRecord>> {
    if (this.#runs.size > MAX_REMEMBERED_RUNS) this.#runs.clear();
    const unknown = ids.filter((id) => !this.#runs.has(id));
    for (let start = 0; start < unknown.length; start += RUNS_AT_ONCE) {
      const page = unknown.slice(start, start + RUNS_AT_ONCE);
      for (const run of await Promise.all(page.map((id) => this.#findRun(id))))
        if (run) this.#runs.set(run.run_id, run);
    }
    return this.#runs;
  }

  async #contextOf({ id }: Identity): Promise<FilterContext> {
    const [groups, mine] = await Promise.all([this.#index.groupKeys(), this.#store.listAssigned(id)]);
    return { now: this.#clock(), mine, groups };
  }
}

/** The filter of a count. The agent is that of the run. */
type WaitingFilter = {
  readonly application?: string | undefined;
  readonly agent?: string | undefined;
  readonly tool?: string | undefined;
};

const NO_GROUPS: ReadonlyMap<string, string> = new Map();

const newestOf = (entries: readonly PendingEntry[]) =>
  entries.reduce((newest, { summary }) => (summary.created_at > newest ? summary.created_at : newest), '');

function facetsOf(entries: readonly PendingEntry[], nameOf: (entry: PendingEntry) => string) {
  return [...Map.groupBy(entries, nameOf)]
    .map(([name, some]) => ({ name, count: some.length }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MAX_FACETS);
}
