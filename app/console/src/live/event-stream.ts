/** One event from the server. */
export interface LiveEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
}

/** How the stream stands: `live` means that nothing can be missing on the screen. */
export type StreamState = 'connecting' | 'live' | 'lost';

/** What a connection reports. */
export interface ChannelReports {
  readonly onOpen: () => void;
  readonly onLost: () => void;
  readonly onEvent: (event: { readonly id: string; readonly type: string; readonly text: string }) => void;
}

/** What an event stream is made of. */
interface EventStreamOptions {
  /** Where the log stood before anything was fetched. */
  readonly place: string;
  /** Opens a connection that starts after the given event; gives the function that closes it. */
  readonly open: (lastEventId: string, reports: ChannelReports) => () => void;
  readonly onEvent: (event: LiveEvent) => void;
  readonly onState: (state: StreamState) => void;
  /** Told when the stream is back: what was missed has to be fetched. */
  readonly onReconnect: () => void;
  /** Waits, then calls; gives the function that cancels. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
}

/** Keeps one connection for events, opens it again with growing pauses, and continues after the last event seen. */
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
    this.#lastEventId = options.place;
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

  /** Disconnects for good. */
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

  // The browser's own retry gives up for good after any HTTP error, so every retry is ours.
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
