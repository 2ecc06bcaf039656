import { isUnreachable } from './mcp-error.ts';
import type { McpLimits } from './mcp-limits.ts';

/** Waits, and stops waiting when the signal says so. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Tries again, after a pause that doubles, while the server cannot be reached and time is left. */
export async function repeat<T>(
  attempt: () => Promise<T>,
  { limits, sleep, signal }: { limits: McpLimits; sleep: Sleep; signal: AbortSignal },
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || tries >= limits.retries || !(await mayPass(error))) throw error;
      await sleep(limits.retryDelayMs * 2 ** tries, signal);
    }
  }
}

/** Whether the failure may be gone in a moment. */
async function mayPass(error: unknown): Promise<boolean> {
  if (!isUnreachable(error)) return false;
  const { isRefusal } = await import('./is-refusal.ts');
  return !isRefusal(Reflect.get(Object(error), 'cause'));
}
