import type { DifyClient } from '../dify/dify-client.ts';
import type { LogLevel } from '../wire/outgoing-event.ts';

/** The context of the request that a handler serves. */
export type SessionContext = {
  readonly sessionId: string;
  readonly userId: string | undefined;
  readonly appId: string | undefined;
  readonly conversationId: string | undefined;
  readonly messageId: string | undefined;
  /** The credential that the user chose for a tool, by provider. */
  readonly toolCredentials: ReadonlyMap<string, string>;
  /** Aborted at the deadline and when the daemon disconnects. Dify itself never cancels. */
  readonly signal: AbortSignal;
  readonly dify: DifyClient;
  /** Writes a line to the daemon's log; credentials are masked. */
  log(level: LogLevel, message: string): void;
};
