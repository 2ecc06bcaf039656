import type { Notification, Pool, PoolClient } from 'pg';

interface ListenerParts {
  readonly pool: Pool;
  /** SQL that gives the name of the channel. */
  readonly channel: { readonly text: string; readonly values: readonly string[] };
  readonly onPayload: (payload: string) => void;
  /** Called after each connection, because notifications may have been missed before. */
  readonly onConnected: () => void;
}

const FIRST_PAUSE_MS = 50;
const MAX_BACKOFF_MS = 5_000;

/** Listens on its own connection and reconnects when the connection is lost. */
export class ChannelListener {
  readonly #parts: ListenerParts;
  #client: PoolClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isClosed = false;

  constructor(parts: ListenerParts) {
    this.#parts = parts;
    void this.#connect();
  }

  /** Stops listening and releases the connection. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#letGo();
  }

  async #connect(): Promise<void> {
    const { pool, channel, onConnected } = this.#parts;
    try {
      const client = await pool.connect();
      this.#client = client;
      client.on('error', this.#lost);
      client.on('end', this.#lost);
      client.on('notification', this.#heard);
      const { rows } = await client.query<[string]>({
        text: channel.text,
        values: [...channel.values],
        rowMode: 'array',
      });
      await client.query(`listen ${client.escapeIdentifier(String(rows[0]?.[0]))}`);
      if (this.#isClosed) return this.#letGo();
      this.#pauseMs = FIRST_PAUSE_MS;
      onConnected();
    } catch {
      this.#lost();
    }
  }

  readonly #heard = ({ payload }: Notification) => this.#parts.onPayload(payload ?? '');

  readonly #lost = () => {
    this.#letGo();
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_BACKOFF_MS);
  };

  #letGo(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    client.off('notification', this.#heard);
    client.off('end', this.#lost);
    client.off('error', this.#lost);
    client.on('error', ignore);
    // A listening connection must not return to the pool.
    client.release(true);
  }
}

function ignore(): void {}
