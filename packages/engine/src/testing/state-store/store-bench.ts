import { createHash, randomUUID } from 'node:crypto';
import type { ExecutionLog } from '../../wire/execution-log.ts';
import type { CommitOutcome, LinkRecord, StateStore, StoreWrite } from '../../store/state-store.ts';
import { START } from './store-samples.ts';

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
