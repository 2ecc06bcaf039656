import { beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './harness/find-violations.ts';
import { keepScreenshot } from './harness/keep-screenshot.ts';
import { SCREENS } from './harness/screens.ts';
import { LANGUAGES } from './harness/speak.ts';
import { setStage } from './harness/set-stage.ts';

const stage = setStage();
let runId = '';

beforeAll(async () => {
  const [request] = await stage.api.ask('payments-poisoned');
  await stage.api.ask('files-tidy', 3);
  await stage.api.ask('mail-poisoned', 2);
  runId = request?.run_id ?? '';
});

const LOOKS = [
  ...LANGUAGES.flatMap((language) =>
    (['light', 'dark'] as const).map((theme) => ({ language, theme, phone: false, place: 'desk' })),
  ),
  { language: 'ja', theme: 'light', phone: true, place: 'phone' },
  { language: 'en', theme: 'dark', phone: true, place: 'phone' },
] as const;

describe.each(LOOKS)('in $language and $theme, on a $place', ({ language, theme, phone }) => {
  it('has no violation of WCAG 2.2 AA on any screen, and no complaint of the browser', async () => {
    const { page, complaints, close } = await stage.open('/inbox', { language, theme, phone });
    const found: string[] = [];
    for (const [name, path] of [...SCREENS, ['nowhere', '/help']] as const) {
      await page.goto(path.replace('{run}', runId));
      await page.getByRole('heading', { level: 1 }).waitFor();
      // The event stream never ends, so the network is never idle.
      await page.waitForTimeout(800);
      await keepScreenshot(page, `${name}-${language}-${theme}${phone ? '-phone' : ''}`);
      found.push(...(await findViolations(page)).map((violation) => `${name}: ${violation}`));
      const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (tooWide > 0) found.push(`${name}: the page is ${tooWide} px wider than the screen`);
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  }, 180_000);

  it('signs in without a violation', async () => {
    const context = await stage.browser.browser.newContext({
      colorScheme: theme,
      locale: language === 'ja' ? 'ja-JP' : 'en-US',
    });
    const page = await context.newPage();
    await page.goto(`${stage.server.url}/runs`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await keepScreenshot(page, `login-${language}-${theme}`);
    expect(await findViolations(page)).toEqual([]);
    await context.close();
  });
});
