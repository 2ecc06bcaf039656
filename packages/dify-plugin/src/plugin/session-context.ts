import type { DifyClient } from '../dify/dify-client.ts';
import type { LogLevel } from '../wire/outgoing-event.ts';

/** What a handler knows about the request it serves. */
export type SessionContext = {
  readonly sessionId: string;
  readonly userId: string | undefined;
  readonly appId: string | undefined;
  readonly conversationId: string | undefined;
  readonly messageId: string | undefined;
  /** The credential that the user chose for a tool, by its provider. */
  readonly toolCredentials: ReadonlyMap<string, string>;
  /** Aborts at the deadline and when the daemon has gone. Dify itself never cancels. */
  readonly signal: AbortSignal;
  readonly dify: DifyClient;
  /** A line for the daemon's log; credentials are masked. */
  log(level: LogLevel, message: string): void;
};
