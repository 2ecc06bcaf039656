import { createHash, randomUUID } from 'node:crypto';
import { type ExecutionLog, renderLogBody } from '../../wire/execution-log.ts';
import type {
  CommitOutcome,
  LinkRecord,
  StateStore,
  StoreWrite,
  ApprovalFilter,
  RunFilter,
} from '../../store/state-store.ts';
import { START } from './store-samples.ts';
import { expect } from 'vitest';

/**
 * Opens a store. For durable stores, a second call with the same location opens a second connection to the same data.
 */
export type OpenStateStore = (options: {
  readonly clock: () => number;
  readonly link: LinkRecord;
  readonly location: string;
}) => Promise<StateStore>;

/** The chain function of the tests. */
export const link: LinkRecord = (previousHash, seq, body) =>
  createHash('sha256').update(`${previousHash}|${seq}|${body}`).digest('hex');

/** A new store for each test, with a clock that the test controls. */
export class StoreBench {
  now = START;
  readonly #open: OpenStateStore;
  #location = '';
  #opened: StateStore[] = [];

  constructor(open: OpenStateStore) {
    this.#open = open;
  }

  async start(): Promise<void> {
    this.now = START;
    this.#location = randomUUID();
    this.#opened = [];
    await this.#connect();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#opened.map((store) => store.close()));
  }

  get store(): StateStore {
    const [store] = this.#opened;
    if (store === undefined) throw new Error('The bench was not started.');
    return store;
  }

  /** Returns several connections to the same data if the store supports them. */
  async connections(count: number): Promise<readonly StateStore[]> {
    if (!this.store.durable) return [this.store];
    return Promise.all(Array.from({ length: count }, () => this.#connect()));
  }

  commit(...writes: StoreWrite[]): Promise<CommitOutcome> {
    return this.store.commit(writes);
  }

  logs(): Promise<readonly ExecutionLog[]> {
    return this.store.queryLogs({});
  }

  async #connect(): Promise<StateStore> {
    const store = await this.#open({ clock: () => this.now, link, location: this.#location });
    this.#opened.push(store);
    return store;
  }
}

export async function race(
  stores: readonly StateStore[],
  count: number,
  batch: (index: number) => readonly StoreWrite[],
): Promise<readonly CommitOutcome[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const store = stores[index % stores.length];
      if (store === undefined) throw new Error('A race needs a store.');
      return store.commit(batch(index));
    }),
  );
}

export function runPages(store: StateStore, filter: RunFilter): Promise<string[][]> {
  return allPages(
    (cursor) => store.listRuns({ ...filter, cursor }),
    (run) => run.run_id,
  );
}

export function approvalPages(store: StateStore, filter: ApprovalFilter): Promise<string[][]> {
  return allPages(
    (cursor) => store.listApprovals({ ...filter, cursor }),
    (approval) => approval.approval_id,
  );
}

async function allPages<Row>(
  page: (cursor: string | undefined) => Promise<{ rows: readonly Row[]; cursor?: string | undefined }>,
  id: (row: Row) => string,
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { rows, cursor: next } = await page(cursor);
    pages.push(rows.map((row) => id(row)));
    cursor = next;
  } while (cursor !== undefined && pages.length < 100);
  return pages;
}

export async function expectValidChain(store: StateStore): Promise<void> {
  let previousHash = '';
  let expectedSeq = 1;
  for (const { data, hash, ...rest } of await store.queryLogs({ limit: 10_000 })) {
    expect(rest.seq).toBe(expectedSeq);
    expect(hash).toBe(link(previousHash, rest.seq, renderLogBody({ ...rest, data: JSON.stringify(data) })));
    previousHash = hash;
    expectedSeq += 1;
  }
}

export async function everything(store: StateStore): Promise<unknown> {
  const runs = await store.listRuns({});
  return {
    runs,
    abandoned: await store.listAbandonedRuns(50),
    steps: await store.getSteps('r1', 0),
    effects: (await store.getEffects('r1')).toSorted((one, other) =>
      one.call_key < other.call_key ? -1 : 1,
    ),
    approvals: await store.listApprovals({}),
    pending: await store.listApprovals({ status: 'pending' }),
    running: await store.listRuns({ status: 'running' }),
    grants: await store.listGrants('r1'),
    logs: await store.queryLogs({}),
    logsOfRun: await store.queryLogs({ runId: 'r1' }),
  };
}
