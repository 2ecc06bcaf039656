import { LineTooLongError } from '../wire/encode-line.ts';
import type { WireError } from '../wire/outgoing-event.ts';
import { PluginError } from './plugin-error.ts';
import type { Redact } from './redactor.ts';

const MAX_MESSAGE_LENGTH = 2000;

/**
 * What Dify is told about a failure: one line, masked, no trace. The text of an unknown error stays inside,
 * because nobody wrote it for the person who reads it.
 */
export function toWireError(thrown: unknown, action: string, redact: Redact): WireError {
  if (thrown instanceof PluginError) return wireError(thrown.errorType, redact(thrown.message));
  if (thrown instanceof LineTooLongError) return wireError('PluginInternalError', thrown.message);
  return wireError(
    'PluginInternalError',
    `The plugin failed while it handled ${action}. See the plugin's log.`,
  );
}

/** What the log is told about a failure: its name and its masked text. */
export function describeThrown(thrown: unknown, redact: Redact): string {
  if (!(thrown instanceof Error)) return 'Something that is not an error was thrown.';
  return oneLine(redact(`${thrown.name}: ${thrown.message}`));
}

function wireError(type: string, message: string): WireError {
  const text = oneLine(message);
  // Dify reads `description` for the error types it knows, and `message` for the rest.
  return { error_type: type, message: text, args: { description: text } };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE_LENGTH);
}
