import type { AuditEvent, ExecutionLog, HumanApprovalRequest, StateStore } from 'sekisho';
import { summarizeApproval } from '../approval-view.ts';
import { searchTextOf, sortPending, type PendingEntry, type PendingSort } from './select-pending.ts';
import { likenessOf, SimilarityReader } from './similarity-reader.ts';

const REMOVES: ReadonlySet<string> = new Set([
  'approval.approved',
  'approval.denied',
  'approval.expired',
  'approval.cancelled',
]);
const WATCHED: readonly AuditEvent[] = [
  'approval.requested',
  'approval.extended',
  'approval.reissued',
  'approval.approved',
  'approval.denied',
  'approval.expired',
  'approval.cancelled',
  'tool.unknown',
  'store.restored',
];
const PAGE_ROWS = 200;
const LOG_PAGE = 1000;
const RELOAD_MS = 10 * 60_000;
const MAX_WAIT_FOR_GROUPS_MS = 3000;

/**
 * The pending requests of all applications in memory, so that a search, an order and a count cover all of them. The
 * store is read once; afterwards the audit log, which all processes on the store share, names what has changed.
 */
export class PendingIndex {
  readonly #store: StateStore;
  readonly #clock: () => number;
  readonly #similarity: SimilarityReader;
  #entries = new Map<string, PendingEntry>();
  /** Changes with the entries. The following members are computed from them when they are needed. */
  #version = 0;
  readonly #sorted = new Map<PendingSort, readonly PendingEntry[]>();
  #groups: ReadonlyMap<string, string> | undefined;
  #grouping: Promise<void> | undefined;
  #position = 0;
  #loadedAt: number | undefined;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isReloading = false;

  constructor(options: { store: StateStore; clock: () => number }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#similarity = new SimilarityReader(options.store);
  }

  /** Returns the requests that are pending now in an order, including those that were committed just before the call. */
  async read(sort: PendingSort): Promise<readonly PendingEntry[]> {
    await this.#synced();
    const sorted = this.#sorted.get(sort) ?? sortPending([...this.#entries.values()], sort);
    this.#sorted.set(sort, sorted);
    const now = new Date(this.#clock()).toISOString();
    return sorted.filter(({ summary }) => summary.expires_at > now);
  }

  /**
   * Returns the key of the group of each request that is similar to others. The facts of many new requests are read in
   * the background; until then they are not grouped.
   */
  async groupKeys(): Promise<ReadonlyMap<string, string>> {
    if (this.#groups !== undefined) return this.#groups;
    const entries = this.#entries;
    const version = this.#version;
    this.#grouping ??= this.#similarity.load([...entries.values()]).finally(() => {
      this.#grouping = undefined;
    });
    await Promise.race([this.#grouping, pause(MAX_WAIT_FOR_GROUPS_MS)]);
    const keys = this.#similarity.keysOf([...entries.values()]);
    if (this.#grouping === undefined && this.#version === version) this.#groups = keys;
    return keys;
  }

  /** Synchronizes once after the call. Calls that arrive during a synchronization share the following one. */
  #synced(): Promise<void> {
    this.#next ??= this.#current
      .catch(() => undefined)
      .then(() => {
        this.#current = this.#sync();
        this.#next = undefined;
        return this.#current;
      });
    return this.#next;
  }

  async #sync(): Promise<void> {
    if (this.#loadedAt === undefined) return this.#load();
    await this.#applyLog();
    // A periodic reload corrects the index after changes that the log does not contain, such as a retention.
    if (this.#clock() - this.#loadedAt > RELOAD_MS && !this.#isReloading) {
      this.#isReloading = true;
      void this.#load()
        .catch(() => undefined)
        .finally(() => {
          this.#isReloading = false;
        });
    }
    return undefined;
  }

  async #load(): Promise<void> {
    const position = (await this.#store.lastLog())?.seq ?? 0;
    const entries = new Map<string, PendingEntry>();
    let cursor: string | undefined;
    do {
      const page = await this.#store.listApprovals({ status: 'pending', limit: PAGE_ROWS, cursor });
      for (const approval of page.rows) entries.set(approval.approval_id, this.#entryOf(approval));
      ({ cursor } = page);
      // The embedded store responds synchronously; without a pause a long list would block other requests.
      await pause(0);
    } while (cursor !== undefined);
    this.#entries = entries;
    this.#position = position;
    this.#loadedAt = this.#clock();
    this.#forget();
  }

  #forget(): void {
    this.#version += 1;
    this.#sorted.clear();
    this.#groups = undefined;
  }

  async #applyLog(): Promise<void> {
    const head = (await this.#store.lastLog())?.seq ?? 0;
    if (head === this.#position) return;
    if (head < this.#position) return this.#load();
    for (;;) {
      const records = await this.#store.queryLogs({
        afterSeq: this.#position,
        events: WATCHED,
        limit: LOG_PAGE,
      });
      if (records.some(({ event }) => event === 'store.restored')) return this.#load();
      await this.#apply(records);
      const last = records.at(-1)?.seq ?? 0;
      this.#position = records.length < LOG_PAGE ? Math.max(head, last) : last;
      if (records.length < LOG_PAGE) return undefined;
    }
  }

  async #apply(records: readonly ExecutionLog[]): Promise<void> {
    if (records.length === 0) return;
    const changed = new Set<string>();
    const runs = new Set<string>();
    for (const { event, run_id, data } of records) {
      const id = typeof data['approval_id'] === 'string' ? data['approval_id'] : undefined;
      if (id === undefined) runs.add(run_id);
      else if (REMOVES.has(event)) {
        changed.delete(id);
        this.#entries.delete(id);
      } else changed.add(id);
    }
    const found = await Promise.all([...changed].map((id) => this.#store.getApproval(id)));
    for (const runId of runs)
      found.push(...(await this.#store.listApprovals({ run_id: runId, status: 'pending', limit: 500 })).rows);
    for (const approval of found) {
      if (approval === undefined) continue;
      if (approval.status === 'pending') this.#entries.set(approval.approval_id, this.#entryOf(approval));
      else this.#entries.delete(approval.approval_id);
    }
    this.#forget();
  }

  #entryOf(approval: HumanApprovalRequest): PendingEntry {
    return {
      summary: summarizeApproval(approval, Number.NEGATIVE_INFINITY),
      likeness: likenessOf(approval),
      text: searchTextOf(approval),
    };
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
