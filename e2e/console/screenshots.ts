import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { setup } from './harness/build-console.ts';
import { fillServer } from './harness/fill-server.ts';
import { startBrowser } from './harness/open-console.ts';
import { askForMails } from './harness/run-other-program.ts';
import { addressOf, SCREENS } from './harness/screens.ts';
import { startServer } from './harness/start-server.ts';
import { EMPTY, VIEWS, type View } from './harness/views.ts';

/**
 * Takes a picture of every screen in both languages and themes at three widths, for a review by eye. The first argument
 * is a folder outside of the repository, the others select screens by name. The screens without data have the prefix
 * "empty-". A screen that is longer than the window has a second picture, "-whole", of all its content.
 */
const [folder, ...chosen] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: npm run console:screenshots -- FOLDER [SCREEN...]');
const SIZES = [
  { width: 390, height: 844, device: 'phone' },
  { width: 1280, height: 720, device: 'desktop' },
  { width: 1920, height: 1080, device: 'desktop' },
] as const;
const ALL: readonly View[] = [...SCREENS.map(([name, path]) => ({ name, path })), ...VIEWS];
const WITHOUT_DATA: readonly View[] = SCREENS.filter(([name]) => EMPTY.includes(name)).map(
  ([name, path]) => ({ name: `empty-${name}`, path }),
);
// The page itself does not scroll; parts of it do.
const HIDDEN_HEIGHT = `Math.max(0, ...[...document.querySelectorAll('main, main *')]
  .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
  .map((element) => element.scrollHeight - element.clientHeight))`;
const MAX_HEIGHT = 3200;
const isChosen = ({ name }: View) => chosen.length === 0 || chosen.includes(name);

mkdirSync(folder, { recursive: true });
setup();
const browser = await startBrowser();
for (const language of ['en', 'ja'] as const) {
  const server = await startServer({ RATE_LIMIT_PER_MINUTE: '5000', TOKEN_PRICES: '*:1:2' });
  try {
    await takeAll(WITHOUT_DATA.filter(isChosen), (path) => path);
    const filled = await fillServer(server, language);
    await askForMails(server, [
      ...Array.from({ length: 7 }, (_, index) => ({ to: `p${index}@client.example`, body: 'Your invoice.' })),
      { to: 'a@c1ient.example', body: 'Your invoice.' },
    ]);
    await takeAll(ALL.filter(isChosen), (path) => addressOf(path, filled));
  } finally {
    await server.dispose();
  }

  async function takeAll(views: readonly View[], address: (path: string) => string): Promise<void> {
    for (const theme of ['light', 'dark'] as const) {
      const { page, settle, close } = await browser.open(server, '/doctor', { language, theme });
      for (const view of views) {
        for (const size of SIZES) {
          if (view.only !== undefined && view.only !== size.device) continue;
          await page.setViewportSize(size);
          await page.goto(address(view.path));
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          await settle();
          await view.open?.(page, language);
          await settle();
          await take(page, `${view.name}-${language}-${theme}-${size.width}`, size);
        }
      }
      await close();
    }
  }
}
await browser.close();

async function take(page: Page, name: string, size: { width: number; height: number }): Promise<void> {
  const shoot = (path: string) =>
    page.screenshot({ path: join(folder ?? '', `${path}.png`), animations: 'disabled' });
  await shoot(name);
  const hidden = await page.evaluate<number>(HIDDEN_HEIGHT);
  if (hidden < 8 || size.width > 1500) return;
  await page.setViewportSize({ ...size, height: Math.min(size.height + hidden, MAX_HEIGHT) });
  await shoot(`${name}-whole`);
}
