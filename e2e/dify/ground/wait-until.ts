import { setTimeout as wait } from 'node:timers/promises';

/** Asks until the answer is not undefined; says what it waited for when the time is over. */
export async function waitUntil<Value>(
  what: string,
  ask: () => Promise<Value | undefined> | Value | undefined,
  timeoutMs = 60_000,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}.`);
    await wait(50);
  }
}
