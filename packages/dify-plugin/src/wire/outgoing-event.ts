import type { JsonRecord } from './json-record.ts';

/** An error on the wire. */
export type WireError = {
  readonly error_type: string;
  readonly message: string;
  readonly args: Readonly<Record<string, string>>;
};

/** A call to Dify on the wire. */
export type WireInvoke = {
  readonly type: string;
  readonly backwards_request_id: string;
  readonly request: JsonRecord;
};

/** A message of a plugin about one request. */
export type SessionMessage =
  | { readonly type: 'stream'; readonly data: JsonRecord }
  | { readonly type: 'invoke'; readonly data: WireInvoke }
  | { readonly type: 'error'; readonly data: WireError }
  | { readonly type: 'end'; readonly data: Readonly<Record<string, never>> };

/** The severity of a log line. */
export type LogLevel = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR';

/** The messages of a plugin to the daemon. */
export type OutgoingEvent =
  | { readonly event: 'heartbeat'; readonly session_id: null; readonly data: Readonly<Record<string, never>> }
  | {
      readonly event: 'log';
      readonly data: { readonly level: LogLevel; readonly message: string; readonly timestamp: number };
    }
  | { readonly event: 'error'; readonly session_id: null; readonly data: { readonly error: string } }
  | { readonly event: 'session'; readonly session_id: string; readonly data: SessionMessage };
