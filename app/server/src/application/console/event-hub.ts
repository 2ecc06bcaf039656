import type { ExecutionLog, StateStore } from 'sekisho';
import { ConsoleError } from './console-error.ts';

/** What a stream tells a browser; `id` is where it stands in the audit log. */
export type StreamedEvent = {
  event: 'hello' | 'audit' | 'reset' | 'bye' | 'ping';
  id?: string;
  data: unknown;
};

/** How many streams there may be, and how often is looked and said that all is well. */
export type EventHubOptions = {
  store: StateStore;
  version: string;
  pollMs: number;
  heartbeatMs: number;
  maxStreams: number;
  maxStreamsPerUser: number;
};

// What is kept for streams that are a little behind; the store has the rest.
const KEPT = 1000;
const FURTHEST_BEHIND = 2000;
const GOODBYE_TURN_MS = 10;
const MAX_CLOSE_TURNS = 100;

/**
 * Tells every stream what happens, from the audit log, which all servers on one store share. Nothing is kept for a single
 * stream but its place, so slow and idle streams cost nothing, and one that comes back misses nothing.
 */
export class EventHub {
  readonly #options: EventHubOptions;
  readonly #perUser = new Map<string, number>();
  readonly #wakers = new Set<() => void>();
  #kept: ExecutionLog[] = [];
  /** The newest record that was seen; unknown while nobody listens. */
  #head: number | undefined;
  #streams = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: EventHubOptions) {
    this.#options = options;
  }

  get streams(): number {
    return this.#streams;
  }

  /** Takes a place for a stream; refuses when all are taken. The caller gives it back with `release`. */
  reserve(userId: string): { release: () => void } {
    const { maxStreams, maxStreamsPerUser } = this.#options;
    const own = this.#perUser.get(userId) ?? 0;
    if (this.#isClosed || this.#streams >= maxStreams || own >= maxStreamsPerUser) {
      throw new ConsoleError('TooManyStreams', 'All streams are taken. Ask again later.', {
        retryAfterMs: 5000,
      });
    }
    this.#streams += 1;
    this.#perUser.set(userId, own + 1);
    this.#timer ??= setInterval(() => void this.#look(), this.#options.pollMs);
    let isTaken = true;
    return {
      release: () => {
        if (!isTaken) return;
        isTaken = false;
        this.#leave(userId);
      },
    };
  }

  /** Everything after a place in the log, for as long as somebody listens. */
  async *read(after: number | undefined, signal: AbortSignal): AsyncGenerator<StreamedEvent> {
    const head = await this.#headNow();
    let place = after ?? head;
    yield { event: 'hello', id: `${place}`, data: { seq: place, version: this.#options.version } };
    while (!signal.aborted) {
      const newest = this.#head ?? place;
      // Ahead of the log is a browser that remembers another store.
      if (newest - place > FURTHEST_BEHIND || place > newest) {
        place = newest;
        yield { event: 'reset', id: `${place}`, data: { seq: place } };
      }
      for (const record of await this.#after(place)) {
        place = record.seq;
        yield { event: 'audit', id: `${place}`, data: describe(record) };
      }
      if (this.#isClosed) {
        yield { event: 'bye', data: {} };
        return;
      }
      if (place < (this.#head ?? place)) continue;
      if ((await this.#change(signal)) === 'quiet') yield { event: 'ping', data: {} };
    }
  }

  /** Somebody in this process wrote to the log. */
  wake(): void {
    if (this.#streams > 0 && this.#looking === undefined) setImmediate(() => void this.#look());
  }

  /** Says goodbye to all streams and waits a moment for them to hear it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#wake();
    for (let turn = 0; this.#streams > 0 && turn < MAX_CLOSE_TURNS; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, GOODBYE_TURN_MS));
  }

  #leave(userId: string): void {
    this.#streams -= 1;
    const left = (this.#perUser.get(userId) ?? 1) - 1;
    if (left > 0) this.#perUser.set(userId, left);
    else this.#perUser.delete(userId);
    if (this.#streams > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#kept = [];
    this.#head = undefined;
  }

  async #after(place: number): Promise<readonly ExecutionLog[]> {
    if (place >= (this.#head ?? place)) return [];
    const [oldest] = this.#kept;
    if (oldest !== undefined && oldest.seq <= place + 1) return this.#kept.slice(place + 1 - oldest.seq);
    return this.#options.store.queryLogs({ afterSeq: place, limit: KEPT });
  }

  async #headNow(): Promise<number> {
    await this.#look();
    return (this.#head ??= (await this.#options.store.lastLog())?.seq ?? 0);
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookNow()
      // A store that is away for a moment is asked again at the next look.
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    const { store } = this.#options;
    this.#head ??= (await store.lastLog())?.seq ?? 0;
    for (;;) {
      const records = await store.queryLogs({ afterSeq: this.#head ?? 0, limit: KEPT });
      const last = records.at(-1);
      if (last === undefined) return;
      this.#kept = [...this.#kept, ...records].slice(-KEPT);
      this.#head = last.seq;
      this.#wake();
      if (records.length < KEPT) return;
    }
  }

  #wake(): void {
    const wakers = [...this.#wakers];
    this.#wakers.clear();
    for (const wake of wakers) wake();
  }

  #change(signal: AbortSignal): Promise<'changed' | 'quiet'> {
    return new Promise((resolve) => {
      const finish = (what: 'changed' | 'quiet') => {
        clearTimeout(timer);
        this.#wakers.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve(what);
      };
      const wake = () => finish('changed');
      const timer = setTimeout(() => finish('quiet'), this.#options.heartbeatMs);
      this.#wakers.add(wake);
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
