import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

// Endless animations, such as a spinner, are not awaited.
const MOTION_ENDED = `Promise.allSettled(
  document.getAnimations()
    .filter((motion) => Number.isFinite(motion.effect.getComputedTiming().endTime))
    .map((motion) => motion.finished),
).then(() => undefined)`;

/** Returns the violations of WCAG 2.2 AA that axe finds on a page, one line for each element. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  if (page.frames().length > 1) throw new Error('The page has frames, which this analysis does not cover.');
  // During a theme transition a color belongs to neither theme.
  await page.evaluate(MOTION_ENDED);
  // Parsing axe takes as long as running it, so a second check reuses the loaded copy.
  const isThere = await page.evaluate<boolean>('"axe" in window');
  const { violations } = await new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // A page without frames can be analyzed in the page itself, three times as fast as with a second page.
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}
