import type { BackwardsChannel } from '../dify/backwards-channel.ts';
import { DifyClient } from '../dify/dify-client.ts';
import type { Redact } from '../errors/redactor.ts';
import type { SessionContext } from '../plugin/session-context.ts';
import type { IncomingRequest } from '../wire/incoming-message.ts';
import { isRecord } from '../wire/json-record.ts';
import type { LogLevel } from '../wire/outgoing-event.ts';
import type { Runtime } from './runtime.ts';

/** Writes a line to the daemon's log. */
export type Log = (level: LogLevel, message: string) => void;

/** The dependencies of a context. */
export type ContextParts = {
  channel: BackwardsChannel;
  signal: AbortSignal;
  callDeadlineMs: number;
  runtime: Runtime;
  redact: Redact;
  log: Log;
};

/** Creates the context of a handler. */
export function createSessionContext(request: IncomingRequest, parts: ContextParts): SessionContext {
  const { channel, signal, callDeadlineMs, runtime, redact, log } = parts;
  return {
    sessionId: request.session_id,
    userId: request.data.user_id ?? undefined,
    appId: request.app_id ?? undefined,
    conversationId: request.conversation_id ?? undefined,
    messageId: request.message_id ?? undefined,
    toolCredentials: readToolCredentials(request.context),
    signal,
    dify: new DifyClient({ channel, signal, callDeadlineMs, clock: runtime.clock, fetch: runtime.fetch }),
    log: (level, message) => log(level, redact(message)),
  };
}

function readToolCredentials(context: IncomingRequest['context']): ReadonlyMap<string, string> {
  const credentials = isRecord(context?.['credentials'])
    ? context['credentials']['tool_credentials']
    : undefined;
  if (!isRecord(credentials)) return new Map();
  return new Map(
    Object.entries(credentials).flatMap(([provider, id]) => (typeof id === 'string' ? [[provider, id]] : [])),
  );
}
