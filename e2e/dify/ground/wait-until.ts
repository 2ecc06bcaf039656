import { setTimeout as wait } from 'node:timers/promises';

/** Polls until the value is not undefined. Throws an error with the description after the time limit. */
export async function waitUntil<Value>(
  what: string,
  ask: () => Promise<Value | undefined> | Value | undefined,
  timeoutMs = 60_000,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutMs} ms while waiting for ${what}.`);
    await wait(50);
  }
}
