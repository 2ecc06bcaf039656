import type { Page, Request } from 'playwright-core';

const QUIET_ROUNDS = 2;
const MAX_ROUNDS = 240;
// Some tests show a screen that never gets its data.
const MAX_ROUNDS_OF_SKELETON = 60;

// A busy page has no idle period before it has rendered the last response.
const DRAWN = `document.fonts.ready.then(() => new Promise((resolve) =>
  requestIdleCallback(() => requestAnimationFrame(() => setTimeout(resolve, 50)), { timeout: 5000 })))
  .then(() => document.querySelector('.skeleton') === null)`;

/** Returns a function that waits until a page has received all responses and rendered them. */
export function watchRequests(page: Page): () => Promise<void> {
  const waiting = new Set<Request>();
  let asked = 0;
  page.on('request', (request) => {
    // The pending requests of the previous document ended with it.
    if (request.isNavigationRequest()) waiting.clear();
    // The event stream never ends.
    if (request.resourceType() === 'eventsource') return;
    waiting.add(request);
    asked += 1;
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  return async () => {
    let quiet = 0;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const before = asked;
      // A part that was loaded begins its own requests only when it is displayed.
      const isComplete = (await page.evaluate<boolean>(DRAWN)) || round > MAX_ROUNDS_OF_SKELETON;
      quiet = isComplete && waiting.size === 0 && asked === before ? quiet + 1 : 0;
      if (quiet === QUIET_ROUNDS) return;
    }
    throw new Error(
      `The page has pending requests: ${[...waiting].map((request) => request.url()).join(', ')}.`,
    );
  };
}
