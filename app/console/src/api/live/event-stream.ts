/** One event from the server. */
export interface LiveEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
}

/** The state of the stream. `live` means that the screen misses no event. */
export type StreamState = 'connecting' | 'live' | 'lost';

/** The callbacks of a connection. */
export interface ChannelReports {
  readonly onOpen: () => void;
  readonly onLost: () => void;
  readonly onEvent: (event: { readonly id: string; readonly type: string; readonly text: string }) => void;
}

/** The options of an event stream. */
interface EventStreamOptions {
  /** The position of the log before the first fetch. */
  readonly position: string;
  /** Opens a connection that starts after the given event. Returns the function that closes it. */
  readonly open: (lastEventId: string, reports: ChannelReports) => () => void;
  readonly onEvent: (event: LiveEvent) => void;
  readonly onState: (state: StreamState) => void;
  /** Called after a reconnection: missed data has to be fetched. */
  readonly onReconnect: () => void;
  /** Calls a function after a delay. Returns the function that cancels it. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
}

/** Maintains one connection for events. It reconnects with growing delays and continues after the last event. */
export class EventStream {
  readonly #options: EventStreamOptions;
  #close: (() => void) | undefined;
  #connection = 0;
  #cancel: (() => void) | undefined;
  #lastEventId: string;
  #failures = 0;
  #wasLive = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#lastEventId = options.position;
  }

  /** Connects. */
  start(): void {
    this.#options.onState(this.#wasLive ? 'lost' : 'connecting');
    this.#connection += 1;
    const connection = this.#connection;
    this.#close = this.#options.open(this.#lastEventId, {
      onOpen: () => this.#opened(),
      onLost: () => this.#lost(connection),
      onEvent: ({ id, type, text }) => {
        if (id !== '') this.#lastEventId = id;
        this.#options.onEvent({ id, type, data: parse(text) });
      },
    });
  }

  /** Disconnects permanently. */
  stop(): void {
    this.#connection += 1;
    this.#cancel?.();
    this.#close?.();
  }

  #opened(): void {
    this.#failures = 0;
    this.#options.onState('live');
    if (this.#wasLive) this.#options.onReconnect();
    this.#wasLive = true;
  }

  // The browser's own retry stops permanently after any HTTP error, so this class does every retry.
  #lost(connection: number): void {
    if (connection !== this.#connection) return;
    this.#connection += 1;
    this.#close?.();
    this.#options.onState('lost');
    const pause = Math.min(MAX_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#cancel = this.#options.after(pause, () => this.start());
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FIRST_MS = 500;
const MAX_MS = 15_000;
