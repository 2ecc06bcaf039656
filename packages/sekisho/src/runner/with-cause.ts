import { describeError, type DescribedError } from '../audit/describe-error.ts';
import { AgentsError } from '../sdk/upstream.ts';

/** Upstream keeps what a guardrail or an approval function threw in `error`; loggers look at `cause`. */
export function withCause(error: unknown): unknown {
  if (!(error instanceof AgentsError) || error.cause !== undefined) return error;
  const inner: unknown = Reflect.get(error, 'error');
  if (inner !== undefined)
    Object.defineProperty(error, 'cause', { value: inner, configurable: true, writable: true });
  return error;
}

/** What the record of a run's end keeps of the cause of its error. */
export function causeOf(error: unknown): { readonly error?: DescribedError } {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? {} : { error: describeError(cause) };
}
