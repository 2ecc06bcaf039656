import { PluginError } from '../errors/plugin-error.ts';

/** Returns the error of a failed transfer: the reason of the abort, the error of Dify, or a connection error. */
export function toConnectionError(thrown: unknown, signal: AbortSignal, message: string): unknown {
  if (signal.aborted) return signal.reason;
  if (thrown instanceof PluginError) return thrown;
  return new PluginError('InvokeConnectionError', message, { cause: thrown });
}
