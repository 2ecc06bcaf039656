import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findViolations } from './harness/find-violations.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { VIEWPORTS } from './harness/open-console.ts';
import { fillServer, type FilledServer } from './harness/fill-server.ts';
import { addressOf, SCREENS } from './harness/screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';

const setup = setUpConsole();
let filled: FilledServer;

beforeAll(async () => {
  filled = await fillServer(setup.server);
}, 120_000);

// Screens are opened in the first theme. The second theme is activated while they are open, as an operating system
// does.
const LOOKS = [
  { language: 'ja', themes: ['light', 'dark'], device: 'desktop' },
  { language: 'en', themes: ['dark', 'light'], device: 'desktop' },
  { language: 'ja', themes: ['light'], device: 'phone' },
  { language: 'en', themes: ['dark'], device: 'phone' },
] as const;

describe.each(LOOKS)('in $language, on a $device', ({ language, themes, device }) => {
  const phone = device === 'phone';
  const nameOf = (screen: string, theme: string) => `${screen}-${language}-${theme}${phone ? '-phone' : ''}`;

  const switchTo = async (page: Page, theme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor();
  };

  it('has no violation of WCAG 2.2 AA on any screen, and no error in the browser console', async () => {
    const { page, complaints, settle, close } = await setup.open('/inbox', { language, phone });
    const found: string[] = [];
    for (const [name, path] of [...SCREENS, ['nowhere', '/help']] as const) {
      await switchTo(page, themes[0]);
      const address = addressOf(path, filled);
      // One look opens every screen by its address; the others change the screen in the open page, which keeps axe.
      if (language === 'ja' && !phone) await page.goto(address);
      else await page.evaluate(goTo(address));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settle();
      for (const theme of themes) {
        await switchTo(page, theme);
        await saveScreenshot(page, nameOf(name, theme));
        const violations = await findViolations(page);
        found.push(...violations.map((violation) => `${name}, ${theme}: ${violation}`));
        const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (tooWide > 0) found.push(`${name}, ${theme}: the page is ${tooWide} px wider than the screen`);
      }
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  }, 300_000);

  it('signs in without a violation', async () => {
    const context = await setup.browser.browser.newContext({
      locale: language === 'ja' ? 'ja-JP' : 'en-US',
      colorScheme: themes[0],
      viewport: VIEWPORTS[device],
    });
    const page = await context.newPage();
    await page.goto(`${setup.server.url}/runs`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const theme of themes) {
      await switchTo(page, theme);
      await saveScreenshot(page, nameOf('login', theme));
      expect(await findViolations(page)).toEqual([]);
    }
    await context.close();
  });
});

const goTo = (address: string) =>
  `history.pushState({}, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`;
