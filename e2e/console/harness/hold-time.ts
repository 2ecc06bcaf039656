import type { Page } from 'playwright-core';

/** Time in a page that stands still until it is told to go on. */
interface HeldTime {
  /** Lets so many milliseconds pass at once, with everything that was to happen in them. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Lets time go on as ever. */
  readonly release: () => Promise<void>;
}

/** Stops the clock and the timers of a page, so that a slow machine has as long as it needs. */
export async function holdTime(page: Page): Promise<HeldTime> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + AHEAD_MS);
  return { pass: (milliseconds) => page.clock.runFor(milliseconds), release: () => page.clock.resume() };
}

// Time can only be stopped ahead of where it is, and a slow machine needs a while to say so.
const AHEAD_MS = 60_000;
