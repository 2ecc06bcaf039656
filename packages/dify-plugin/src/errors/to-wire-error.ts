import { LineTooLongError } from '../wire/encode-line.ts';
import type { WireError } from '../wire/outgoing-event.ts';
import { PluginError } from './plugin-error.ts';
import type { Redact } from './redactor.ts';

const MAX_MESSAGE_LENGTH = 2000;

/**
 * Returns the error for Dify: one line, masked, without a stack trace. The text of an unknown error is omitted,
 * because it was not written for the user.
 */
export function toWireError(thrown: unknown, action: string, redact: Redact): WireError {
  if (thrown instanceof PluginError) return wireError(thrown.errorType, redact(thrown.message));
  if (thrown instanceof LineTooLongError) return wireError('PluginInternalError', thrown.message);
  return wireError('PluginInternalError', `The plugin failed during ${action}. See the log of the plugin.`);
}

/** Returns the text of a failure for the log: its name and its masked message. */
export function describeThrown(thrown: unknown, redact: Redact): string {
  if (!(thrown instanceof Error)) return 'A value that is not an Error was thrown.';
  return oneLine(redact(`${thrown.name}: ${thrown.message}`));
}

function wireError(type: string, message: string): WireError {
  const text = oneLine(message);
  // Dify reads `description` for known error types, and `message` for the others.
  return { error_type: type, message: text, args: { description: text } };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE_LENGTH);
}
