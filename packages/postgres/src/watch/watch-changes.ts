import type { Pool } from 'pg';
import { statement } from '../database/database.ts';
import { DEFAULT_SCHEMA, quoteSchema } from '../database/schema-name.ts';
import { storedText } from 'sekisho/store-adapter';
import { ChannelListener } from './channel-listener.ts';

/** Which store to watch. */
export interface WatchOptions {
  readonly schema?: string | undefined;
  readonly tenant?: string | undefined;
  /** How often to look, for servers and poolers that pass no notifications on; every second unless set. */
  readonly pollMs?: number | undefined;
}

/** Something was written: the audit log now ends at `seq`. */
export interface StoreChange {
  readonly seq: number;
}

/**
 * Calls the listener soon after anything was recorded, by any process, and once at the beginning, so that nothing is
 * missed between your last reading and the first look. It tells where the log ends, not what is new: read on from the
 * record you know. Changes that come close together may be told as one. Returns the way to stop.
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
    // Numbers that come late, and whatever is no number, tell nothing new.
    if (isStopped || !(seq > known)) return;
    known = seq;
    onChange({ seq });
  };
  const look = async () => {
    try {
      const { rows } = await pool.query<[string]>({ ...head, values: [tenant], rowMode: 'array' });
      tell(Number(rows[0]?.[0] ?? 0));
    } catch {
      // The next look may find the server at work.
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

/** Wakes a worker as soon as a run waits for one: `runner.work({ wake: postgresWake(pool) })`. */
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
