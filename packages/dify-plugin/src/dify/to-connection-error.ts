import { PluginError } from '../errors/plugin-error.ts';

/** What to throw when a transfer failed: why it was given up if it was, what Dify said, else that the line broke. */
export function toConnectionError(thrown: unknown, signal: AbortSignal, message: string): unknown {
  if (signal.aborted) return signal.reason;
  if (thrown instanceof PluginError) return thrown;
  return new PluginError('InvokeConnectionError', message, { cause: thrown });
}
