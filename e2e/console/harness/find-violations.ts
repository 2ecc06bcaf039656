import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

// What turns forever, as a sign of work going on, never ends and is not waited for.
const MOTION_ENDED = `Promise.allSettled(
  document.getAnimations()
    .filter((motion) => Number.isFinite(motion.effect.getComputedTiming().endTime))
    .map((motion) => motion.finished),
).then(() => undefined)`;

/** What axe finds wrong with a page by WCAG 2.2 AA, one line for each element. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  if (page.frames().length > 1)
    throw new Error('The page has frames, and not all of them would be analysed.');
  // A colour on its way from one theme to the other is neither of the two.
  await page.evaluate(MOTION_ENDED);
  // Reading axe takes a page as long as running it, so that a second look uses what is there.
  const isThere = await page.evaluate<boolean>('"axe" in window');
  const { violations } = await new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Without frames all can be analysed in the page itself, three times as fast as with a second page.
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}
