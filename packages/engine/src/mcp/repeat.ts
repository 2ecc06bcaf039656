import { isUnreachable } from './mcp-error.ts';
import type { McpLimits } from './mcp-limits.ts';

/** Waits for a time or until the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Retries with a delay that doubles, while the server cannot be reached and the deadline has not passed. */
export async function repeat<T>(
  attempt: () => Promise<T>,
  { limits, sleep, signal }: { limits: McpLimits; sleep: Sleep; signal: AbortSignal },
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || tries >= limits.retries || !(await isTransient(error))) throw error;
      await sleep(limits.retryDelayMs * 2 ** tries, signal);
    }
  }
}

/** Returns whether a retry may succeed. */
async function isTransient(error: unknown): Promise<boolean> {
  if (!isUnreachable(error)) return false;
  const { isAccessDenied } = await import('./is-access-denied.ts');
  return !isAccessDenied(Reflect.get(Object(error), 'cause'));
}
