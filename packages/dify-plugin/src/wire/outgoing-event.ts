import type { JsonRecord } from './json-record.ts';

/** What an error looks like on the wire. */
export type WireError = {
  readonly error_type: string;
  readonly message: string;
  readonly args: Readonly<Record<string, string>>;
};

/** A call to Dify as it travels. */
export type WireInvoke = {
  readonly type: string;
  readonly backwards_request_id: string;
  readonly request: JsonRecord;
};

/** What a plugin says about one request. */
export type SessionMessage =
  | { readonly type: 'stream'; readonly data: JsonRecord }
  | { readonly type: 'invoke'; readonly data: WireInvoke }
  | { readonly type: 'error'; readonly data: WireError }
  | { readonly type: 'end'; readonly data: Readonly<Record<string, never>> };

/** How serious a log line is. */
export type LogLevel = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR';

/** Everything that a plugin says to the daemon. */
export type OutgoingEvent =
  | { readonly event: 'heartbeat'; readonly session_id: null; readonly data: Readonly<Record<string, never>> }
  | {
      readonly event: 'log';
      readonly data: { readonly level: LogLevel; readonly message: string; readonly timestamp: number };
    }
  | { readonly event: 'error'; readonly session_id: null; readonly data: { readonly error: string } }
  | { readonly event: 'session'; readonly session_id: string; readonly data: SessionMessage };
