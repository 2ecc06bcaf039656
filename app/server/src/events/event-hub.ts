import type { ExecutionLog, StateStore } from 'sekisho';
import { ConsoleError } from '../errors/console-error.ts';

/** An event for a browser. `id` is its position in the audit log. */
export type StreamedEvent = {
  event: 'hello' | 'audit' | 'reset' | 'bye' | 'ping';
  id?: string;
  data: unknown;
};

/** The maximum number of streams, the poll interval and the heartbeat interval. */
export type EventHubOptions = {
  store: StateStore;
  version: string;
  pollMs: number;
  heartbeatMs: number;
  maxStreams: number;
  maxStreamsPerUser: number;
};

// The number of events in memory for streams that are slightly behind. Older events are read from the store.
const MAX_BUFFERED_EVENTS = 1000;
const MAX_EVENTS_BEHIND = 2000;
const CLOSE_TURN_MS = 10;
const MAX_CLOSE_TURNS = 100;

/**
 * Publishes the events of the audit log, which all servers on one store share, to every stream. A stream has no state
 * but its position, so slow and idle streams cost nothing, and a stream that reconnects misses no event.
 */
export class EventHub {
  readonly #options: EventHubOptions;
  readonly #perUser = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #buffered: ExecutionLog[] = [];
  /** The newest record that was read. Undefined while there are no streams. */
  #head: number | undefined;
  #streams = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #polling: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: EventHubOptions) {
    this.#options = options;
  }

  get streams(): number {
    return this.#streams;
  }

  /** Reserves one of the limited streams. Throws when none is free. The caller must call `release`. */
  reserve(userId: string): { release: () => void } {
    const { maxStreams, maxStreamsPerUser } = this.#options;
    const own = this.#perUser.get(userId) ?? 0;
    if (this.#isClosed || this.#streams >= maxStreams || own >= maxStreamsPerUser) {
      throw new ConsoleError('TooManyStreams', 'Too many event streams are open. Retry later.', {
        retryAfterMs: 5000,
      });
    }
    this.#streams += 1;
    this.#perUser.set(userId, own + 1);
    this.#timer ??= setInterval(() => void this.#poll(), this.#options.pollMs);
    let isReserved = true;
    return {
      release: () => {
        if (!isReserved) return;
        isReserved = false;
        this.#removeStream(userId);
      },
    };
  }

  /** Yields all events after a position in the log until the signal aborts. */
  async *read(after: number | undefined, signal: AbortSignal): AsyncGenerator<StreamedEvent> {
    const head = await this.#headNow();
    let position = after ?? head;
    yield { event: 'hello', id: `${position}`, data: { seq: position, version: this.#options.version } };
    while (!signal.aborted) {
      const newest = this.#head ?? position;
      // A position after the end of the log comes from a browser that was connected to another store.
      if (newest - position > MAX_EVENTS_BEHIND || position > newest) {
        position = newest;
        yield { event: 'reset', id: `${position}`, data: { seq: position } };
      }
      for (const record of await this.#after(position)) {
        position = record.seq;
        yield { event: 'audit', id: `${position}`, data: describe(record) };
      }
      if (this.#isClosed) {
        yield { event: 'bye', data: {} };
        return;
      }
      if (position < (this.#head ?? position)) continue;
      if ((await this.#change(signal)) === 'quiet') yield { event: 'ping', data: {} };
    }
  }

  /** Polls the log at once, because this process has written to it. */
  wake(): void {
    if (this.#streams > 0 && this.#polling === undefined) setImmediate(() => void this.#poll());
  }

  /** Sends the final event to all streams and waits a short time for its delivery. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#wake();
    for (let turn = 0; this.#streams > 0 && turn < MAX_CLOSE_TURNS; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, CLOSE_TURN_MS));
  }

  #removeStream(userId: string): void {
    this.#streams -= 1;
    const left = (this.#perUser.get(userId) ?? 1) - 1;
    if (left > 0) this.#perUser.set(userId, left);
    else this.#perUser.delete(userId);
    if (this.#streams > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#buffered = [];
    this.#head = undefined;
  }

  async #after(position: number): Promise<readonly ExecutionLog[]> {
    if (position >= (this.#head ?? position)) return [];
    const [oldest] = this.#buffered;
    if (oldest !== undefined && oldest.seq <= position + 1)
      return this.#buffered.slice(position + 1 - oldest.seq);
    return this.#options.store.queryLogs({ afterSeq: position, limit: MAX_BUFFERED_EVENTS });
  }

  async #headNow(): Promise<number> {
    await this.#poll();
    return (this.#head ??= (await this.#options.store.lastLog())?.seq ?? 0);
  }

  #poll(): Promise<void> {
    this.#polling ??= this.#pollNow()
      // When the store is unavailable, the next poll tries again.
      .catch(() => undefined)
      .finally(() => {
        this.#polling = undefined;
      });
    return this.#polling;
  }

  async #pollNow(): Promise<void> {
    const { store } = this.#options;
    this.#head ??= (await store.lastLog())?.seq ?? 0;
    for (;;) {
      const records = await store.queryLogs({ afterSeq: this.#head ?? 0, limit: MAX_BUFFERED_EVENTS });
      const last = records.at(-1);
      if (last === undefined) return;
      this.#buffered = [...this.#buffered, ...records].slice(-MAX_BUFFERED_EVENTS);
      this.#head = last.seq;
      this.#wake();
      if (records.length < MAX_BUFFERED_EVENTS) return;
    }
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  #change(signal: AbortSignal): Promise<'changed' | 'quiet'> {
    return new Promise((resolve) => {
      const finish = (what: 'changed' | 'quiet') => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve(what);
      };
      const wake = () => finish('changed');
      const timer = setTimeout(() => finish('quiet'), this.#options.heartbeatMs);
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      if (signal.aborted || this.#isClosed) wake();
    });
  }
}

function describe({ seq, event, run_id, tool_call_id, decision, timestamp, data }: ExecutionLog) {
  const text = (key: string) => (typeof data[key] === 'string' ? data[key] : null);
  const risk = data['risk_level'];
  return {
    seq,
    event,
    run_id,
    tool_call_id,
    decision,
    timestamp,
    approval_id: text('approval_id'),
    tool_id: text('tool'),
    by: text('by'),
    risk_level: typeof risk === 'number' ? risk : null,
  };
}
