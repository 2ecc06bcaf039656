import type { Page } from 'playwright-core';
import { doNotReuse } from './open-console.ts';

/** The stopped clock of a page. */
interface HeldTime {
  /** Advances the clock and runs the timers that are due. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Resumes normal time. */
  readonly release: () => Promise<void>;
}

/** Stops the clock and the timers of a page, so that the speed of the machine has no influence. */
export async function stopClock(page: Page): Promise<HeldTime> {
  // The clock belongs to the context.
  doNotReuse(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + AHEAD_MS);
  return { pass: (milliseconds) => page.clock.runFor(milliseconds), release: () => page.clock.resume() };
}

// The clock can only be stopped at a future time, and a slow machine needs time to send the command.
const AHEAD_MS = 60_000;
