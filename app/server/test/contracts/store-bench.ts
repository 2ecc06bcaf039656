import { randomUUID } from 'node:crypto';
import type { ChatStore } from '../../src/application/chat-store.ts';
import type { ProcessStore } from '../../src/application/process-store.ts';

/** What a pair of stores is for the suites. */
export type OpenedStores = { chat: ChatStore; processes: ProcessStore; close: () => unknown };

/** Opens the stores at a place; a second call with the same place is a second connection to the same data. */
export type OpenStores = (options: {
  clock: () => number;
  location: string;
}) => OpenedStores | Promise<OpenedStores>;

/** Fresh stores for each test, with a clock that the test moves. */
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

  /** Another connection to the same data, as another process has it. */
  async connect(): Promise<OpenedStores> {
    const stores = await this.#open({ clock: () => this.now, location: this.#location });
    this.#opened.push(stores);
    return stores;
  }

  get #first(): OpenedStores {
    const [first] = this.#opened;
    if (first === undefined) throw new Error('The bench was not started.');
    return first;
  }
}
