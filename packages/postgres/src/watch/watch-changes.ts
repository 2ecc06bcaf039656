import type { Pool } from 'pg';
import { statement } from '../database/database.ts';
import { DEFAULT_SCHEMA, quoteSchema } from '../database/schema-name.ts';
import { storedText } from '@sekisho/engine/store-adapter';
import { ChannelListener } from './channel-listener.ts';

/** Which store to watch. */
export interface WatchOptions {
  readonly schema?: string | undefined;
  readonly tenant?: string | undefined;
  /** The poll interval, for servers and poolers that deliver no notifications. The default is one second. */
  readonly pollMs?: number | undefined;
}

/** A change of the store: `seq` is the number of the last record of the audit log. */
export interface StoreChange {
  readonly seq: number;
}

/**
 * Calls the listener after any process has appended to the audit log, and once at the beginning, so that no record is
 * missed between your last read and the first notification. A notification contains the end of the log, not the records:
 * read from the last record you know. Several changes may share one notification. Returns a function that stops watching.
 */
export function watchChanges(
  pool: Pool,
  onChange: (change: StoreChange) => void,
  options: WatchOptions = {},
): () => void {
  const schema = quoteSchema(options.schema ?? DEFAULT_SCHEMA);
  const tenant = storedText(options.tenant ?? '');
  const head = statement(`select seq from ${schema}.chains where tenant = $1`);
  let known = 0;
  let isStopped = false;
  const tell = (seq: number) => {
    // Late notifications and invalid numbers are ignored.
    if (isStopped || !(seq > known)) return;
    known = seq;
    onChange({ seq });
  };
  const look = async () => {
    try {
      const { rows } = await pool.query<[string]>({ ...head, values: [tenant], rowMode: 'array' });
      tell(Number(rows[0]?.[0] ?? 0));
    } catch {
      // The server may be available at the next poll.
    }
  };
  const listener = new ChannelListener({
    pool,
    channel: channelOf(schema, tenant),
    onPayload: (payload) => tell(Number(payload)),
    onConnected: () => void look(),
  });
  const timer = setInterval(() => void look(), options.pollMs ?? 1_000).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    listener.close();
  };
}

/** Notifies workers when a run is queued: `runner.segments.work({ wake: postgresWake(pool) })`. */
export function postgresWake(
  pool: Pool,
  options: Omit<WatchOptions, 'pollMs'> = {},
): (listener: () => void) => () => void {
  const schema = quoteSchema(options.schema ?? DEFAULT_SCHEMA);
  const tenant = storedText(options.tenant ?? '');
  return (onQueued) => {
    const listener = new ChannelListener({
      pool,
      channel: channelOf(schema, tenant),
      onPayload: (payload) => {
        if (payload === 'queued') onQueued();
      },
      onConnected: onQueued,
    });
    return () => listener.close();
  };
}

function channelOf(schema: string, tenant: string) {
  return { text: `select ${schema}.channel($1)`, values: [tenant] };
}
