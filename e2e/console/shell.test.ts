import { beforeAll, describe, expect, it } from 'vitest';
import { chooseSetting } from './harness/choose.ts';
import { findViolations } from './harness/find-violations.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { fillServer, type FilledServer } from './harness/fill-server.ts';
import { addressOf, SCREENS } from './harness/screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import {
  LANGUAGES,
  translateInbox,
  translatePalette,
  translateShell,
  translatePreferences,
} from './harness/translate-screens.ts';

const setup = setUpConsole();
let approvalId = '';
let filled: FilledServer;

beforeAll(async () => {
  filled = await fillServer(setup.server);
  approvalId = filled.approval;
}, 120_000);

describe.each(LANGUAGES)('the frame of the console, in %s', (language) => {
  const shell = translateShell(language);
  const settings = translatePreferences(language);
  const t = translateInbox(language);
  const tPalette = translatePalette(language);

  it('groups the screens, and displays only icons with their names below 1100 px', async () => {
    const { page, settle, close } = await setup.open('/runs', { language });
    const menu = page.getByRole('banner');
    const widthOf = async () => (await menu.boundingBox())?.width;
    expect(await widthOf()).toBe(208);
    for (const group of ['decide', 'observe', 'rules', 'work'] as const)
      await menu.getByRole('group', { name: shell(`nav.group.${group}`) }).waitFor();
    await page.setViewportSize({ width: 1099, height: 800 });
    await expect.poll(widthOf).toBe(56);
    const link = menu.getByRole('link', { name: shell('nav.audit') });
    await link.hover();
    await page.locator('[data-radix-popper-content-wrapper]', { hasText: shell('nav.audit') }).waitFor();
    await settle();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, `icons-${language}`);
    await link.click();
    await page.getByRole('heading', { level: 1, name: shell('nav.audit') }).waitFor();
    await close();
  });

  it('has four entries on a phone, and the rest with the settings behind "More"', async () => {
    const { page, settle, close } = await setup.open('/inbox', { language, phone: true });
    const bar = page.getByRole('navigation', { name: shell('nav.label') });
    const names = [shell('nav.inbox'), shell('nav.runs'), shell('nav.cases')];
    for (const name of names) await bar.getByRole('link', { name }).waitFor();
    expect(await bar.getByRole('link').count()).toBe(3);
    await bar.getByRole('button', { name: shell('nav.more') }).click();
    const dialog = page.getByRole('dialog', { name: shell('nav.more') });
    await dialog.getByRole('link', { name: shell('nav.doctor') }).waitFor();
    await dialog.getByRole('button', { name: `${settings('theme')}: ` }).click();
    await page.getByRole('menuitemradio', { name: settings('theme.dark') }).click();
    await page.locator('html[data-theme=dark]').waitFor();
    await settle();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, `more-${language}`);
    await close();
  });

  it('changes the height of rows with the density, and keeps it', async () => {
    const { page, close } = await setup.open('/inbox', { language, person: 'ken' });
    const row = page.getByRole('list', { name: t('list.pending') }).locator(`a[href*="${approvalId}"]`);
    const height = async () => (await row.locator('..').boundingBox())?.height;
    expect(await height()).toBe(60);
    await chooseSetting(page, settings('density'), settings('density.compact'));
    await expect.poll(height).toBe(40);
    await saveScreenshot(page, `compact-${language}`);
    await page.reload();
    await row.waitFor();
    expect(await height()).toBe(40);
    await close();
  });

  it('finds screens, runs, requests and actions in the palette, and returns the focus', async () => {
    const { page, settle, close } = await setup.open(`/inbox/${approvalId}`, { language });
    await page.getByRole('button', { name: t('decide.deny'), exact: true }).waitFor();
    await settle();
    await page.getByLabel(t('search.all')).focus();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: shell('palette.title') });
    const field = palette.getByRole('combobox');
    await field.and(page.locator(':focus')).waitFor();
    // A letter is text for the field, and decides nothing.
    await page.keyboard.type('to-do');
    await palette
      .getByRole('option', { name: /to-do\.txt/u })
      .first()
      .waitFor();
    await field.fill('payment-clerk');
    await palette
      .getByRole('group', { name: tPalette('palette.runs') })
      .getByRole('option')
      .first()
      .waitFor();
    await settle();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, `palette-${language}`);
    await field.fill('no such thing');
    await palette.getByText(tPalette('palette.none')).waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.getByLabel(t('search.all')).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+k');
    await field.fill(t('keys.deny'));
    await palette.getByRole('option', { name: t('keys.deny') }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel(t('reason.label')).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('Control+k');
    await field.fill(shell('nav.doctor'));
    await palette.getByRole('option', { name: shell('nav.doctor') }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: shell('nav.doctor') }).waitFor();
    expect((await setup.api.approval(approvalId)).status).toBe('pending');
    await close();
  });

  it('opens addresses of earlier versions at their new places', async () => {
    const { page, close } = await setup.open('/doctor', { language });
    for (const [before, after] of [
      [`/inbox?id=${approvalId}`, `/inbox/${approvalId}`],
      ['/inbox?tab=history', '/inbox/history'],
      [`/inbox?tab=history&id=${approvalId}`, `/inbox/history/${approvalId}`],
      ['/inbox?tab=grants', '/policies/permissions'],
      ['/chat?tab=cases&case=c1', '/chat/cases/c1'],
      ['/chat?tab=templates', '/chat/templates'],
    ] as const) {
      await page.goto(before);
      await expect.poll(() => new URL(page.url()).pathname).toBe(after);
    }
    await close();
  });
});

// The page itself does not scroll; the screen in it does.
const WIDTH_OUTSIDE = `Math.max(...[document.documentElement, document.querySelector('main > :last-child')]
  .map((element) => element.scrollWidth - element.clientWidth))`;

// Links and buttons that another element covers after they were scrolled into view.
const COVERED = `[...document.querySelectorAll('main a[href], main button')].flatMap((control) => {
  if (!control.checkVisibility() || control.closest('.sr-only, [aria-hidden=true]')) return [];
  control.scrollIntoView({ block: 'center', inline: 'center' });
  const { left, top, width, height } = control.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  const isReached = above !== null && (control.contains(above) || above.contains(control));
  return isReached ? [] : [control.textContent.trim() || control.getAttribute('aria-label')];
})`;

it('has no native select, no covered control, and no sideways scrolling from 390 to 1920 px on any screen', async () => {
  const { page, settle, close } = await setup.open('/inbox');
  const found: string[] = [];
  for (const [name, path] of SCREENS) {
    await page.goto(addressOf(path, filled));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settle();
    if ((await page.locator('select').count()) > 0) found.push(`${name}: a native select`);
    for (const width of [1920, 1440, 1100, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const tooWide = () => page.evaluate<number>(WIDTH_OUTSIDE);
      // The parts of a screen change with its width in the next frames.
      const fits = await expect
        .poll(tooWide, { timeout: 2_000 })
        .toBeLessThanOrEqual(0)
        .then(
          () => true,
          () => false,
        );
      if (!fits) found.push(`${name}: ${await tooWide()} px too wide at ${width} px`);
      if (width !== 1440 && width !== 390) continue;
      for (const control of await page.evaluate<string[]>(COVERED))
        found.push(`${name}: ${control} is covered at ${width} px`);
    }
  }
  expect(found).toEqual([]);
  await close();
}, 120_000);
