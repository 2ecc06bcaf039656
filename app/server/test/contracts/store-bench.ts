import { randomUUID } from 'node:crypto';
import type { ChatStore } from '../../src/chat/chat-store.ts';
import type { ProcessStore } from '../../src/processes/process-store.ts';

/** The stores under test. */
export type OpenedStores = { chat: ChatStore; processes: ProcessStore; close: () => unknown };

/** Opens the stores at a location. A second call with the same location is a second connection to the same data. */
export type OpenStores = (options: {
  clock: () => number;
  location: string;
}) => OpenedStores | Promise<OpenedStores>;

/** Creates new stores for each test, with a clock that the test controls. */
export class StoreBench {
  now = 1_000;
  readonly #open: OpenStores;
  #location = '';
  #opened: OpenedStores[] = [];

  constructor(open: OpenStores) {
    this.#open = open;
  }

  async start(): Promise<void> {
    this.now = 1_000;
    this.#location = randomUUID();
    this.#opened = [];
    await this.connect();
  }

  async stop(): Promise<void> {
    for (const stores of this.#opened) await stores.close();
  }

  get chat(): ChatStore {
    return this.#first.chat;
  }

  get processes(): ProcessStore {
    return this.#first.processes;
  }

  /** Opens another connection to the same data, as another process has it. */
  async connect(): Promise<OpenedStores> {
    const stores = await this.#open({ clock: () => this.now, location: this.#location });
    this.#opened.push(stores);
    return stores;
  }

  get #first(): OpenedStores {
    const [first] = this.#opened;
    if (first === undefined) throw new Error('The stores are not open.');
    return first;
  }
}
