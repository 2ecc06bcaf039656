import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setup } from './harness/build-console.ts';
import { fillServer } from './harness/fill-server.ts';
import { startBrowser } from './harness/open-console.ts';
import { addressOf, SCREENS } from './harness/screens.ts';
import { startServer } from './harness/start-server.ts';

/**
 * Takes a picture of every screen in both languages and themes at three widths, for a review by eye. The first argument
 * is a folder outside of the repository, the others select screens by name.
 */
const [folder, ...chosen] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: npm run console:screenshots -- FOLDER [SCREEN...]');
const VIEWS = [
  ['case-gantt', '/chat/cases/{case}?view=gantt'],
  ['cases-board', '/chat/cases?show=board'],
  ['cases-gantt', '/chat/cases?show=gantt'],
] as const;
const SIZES = { 390: 844, 1280: 720, 1920: 1080 } as const;

mkdirSync(folder, { recursive: true });
setup();
const browser = await startBrowser();
for (const language of ['en', 'ja'] as const) {
  const server = await startServer();
  try {
    const filled = await fillServer(server, language);
    for (const theme of ['light', 'dark'] as const) {
      const { page, settle, close } = await browser.open(server, '/doctor', { language, theme });
      for (const [name, path] of [...SCREENS, ...VIEWS]) {
        if (chosen.length > 0 && !chosen.includes(name)) continue;
        await page.goto(addressOf(path, filled));
        await page.getByRole('heading', { level: 1 }).waitFor();
        for (const [width, height] of Object.entries(SIZES)) {
          await page.setViewportSize({ width: Number(width), height });
          await settle();
          await page.screenshot({
            path: join(folder, `${name}-${language}-${theme}-${width}.png`),
            animations: 'disabled',
          });
        }
      }
      await close();
    }
  } finally {
    await server.dispose();
  }
}
await browser.close();
