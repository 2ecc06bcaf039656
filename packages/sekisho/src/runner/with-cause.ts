import { type DescribedError, describeError } from '@sekisho/engine/integration';
import { AgentsError } from '../sdk/upstream.ts';

/** Sets `cause`, which loggers read, to the error of a guardrail or an approval function that upstream stores in `error`. */
export function withCause(error: unknown): unknown {
  if (!(error instanceof AgentsError) || error.cause !== undefined) return error;
  const inner: unknown = Reflect.get(error, 'error');
  if (inner !== undefined)
    Object.defineProperty(error, 'cause', { value: inner, configurable: true, writable: true });
  return error;
}

/** Returns the description of the cause of an error, for the record of a run's end. */
export function causeOf(error: unknown): { readonly error?: DescribedError } {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? {} : { error: describeError(cause) };
}
