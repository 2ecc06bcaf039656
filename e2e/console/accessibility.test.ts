import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './harness/find-violations.ts';
import { keepScreenshot } from './harness/keep-screenshot.ts';
import { startBrowser, type TestBrowser } from './harness/open-console.ts';
import { serverClient } from './harness/server-client.ts';
import { LANGUAGES } from './harness/speak.ts';
import { startServer, type TestServer } from './harness/start-server.ts';

let server: TestServer;
let browser: TestBrowser;
let runId = '';

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
  const api = serverClient(server);
  const [request] = await api.ask('payments-poisoned');
  await api.ask('files-tidy', 3);
  await api.ask('mail-poisoned', 2);
  runId = request?.run_id ?? '';
});

afterAll(async () => {
  await browser.close();
  await server.dispose();
});

const SCREENS = [
  ['inbox', '/inbox'],
  ['history', '/inbox?tab=history'],
  ['grants', '/inbox?tab=grants'],
  ['runs', '/runs'],
  ['run', '/runs/{run}'],
  ['audit', '/audit?seq=2'],
  ['chat', '/chat'],
  ['playground', '/playground'],
  ['policies', '/policies'],
  ['tools', '/tools'],
  ['skills', '/skills'],
  ['doctor', '/doctor'],
  ['nowhere', '/help'],
] as const;

const LOOKS = LANGUAGES.flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
);

describe.each(LOOKS)('in $language and $theme', ({ language, theme }) => {
  it('has no violation of WCAG 2.2 AA on any screen, and no complaint of the browser', async () => {
    const { page, complaints, close } = await browser.open(server, '/inbox', { language, theme });
    const found: string[] = [];
    for (const [name, path] of SCREENS) {
      await page.goto(path.replace('{run}', runId));
      await page.getByRole('heading', { level: 1 }).waitFor();
      // The event stream never ends, so the network is never idle.
      await page.waitForTimeout(800);
      await keepScreenshot(page, `${name}-${language}-${theme}`);
      found.push(...(await findViolations(page)).map((violation) => `${name}: ${violation}`));
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  }, 180_000);

  it('signs in without a violation', async () => {
    const context = await browser.browser.newContext({
      colorScheme: theme,
      locale: language === 'ja' ? 'ja-JP' : 'en-US',
    });
    const page = await context.newPage();
    await page.goto(`${server.url}/runs`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await keepScreenshot(page, `login-${language}-${theme}`);
    expect(await findViolations(page)).toEqual([]);
    await context.close();
  });
});
