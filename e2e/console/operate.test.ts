import { describe, expect, it } from 'vitest';
import { choose } from './harness/choose.ts';
import { findViolations } from './harness/find-violations.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import { LANGUAGES, translateShell, translateStops } from './harness/translate-screens.ts';

const setup = setUpConsole();

describe.each(LANGUAGES)('the stop switch, in %s', (language) => {
  const t = translateStops(language);
  const shell = translateShell(language);

  it('stops a tool and everything, shows it on every screen, and lifts both', async () => {
    const { page, complaints, close } = await setup.open('/stops', { language });
    await page.getByRole('heading', { name: t('none') }).waitFor();
    await page.getByRole('radiogroup').getByText(t('kind.tool')).click();
    await choose(page, t('kind.tool'), 'send_mail');
    await page.getByLabel(t('reason')).fill('wrong recipients');
    await page.getByRole('button', { name: t('form.stop') }).click();
    await page.getByText(t('target.tool', { name: 'send_mail' })).waitFor();
    await page.getByText(shell('stops.some', { count: 1 })).waitFor();
    await page.getByRole('radiogroup').getByText(t('kind.all')).click();
    await page.getByLabel(t('reason')).fill('incident 12');
    await page.getByRole('button', { name: t('form.stop') }).click();
    await page.getByText(shell('stops.all')).waitFor();
    await saveScreenshot(page, `stops-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.goto(`${setup.server.url}/audit`);
    await page.getByText(shell('stops.all')).waitFor();
    await page.getByRole('link', { name: shell('stops.show') }).click();
    for (let left = 2; left > 0; left -= 1) {
      await page
        .getByRole('button', { name: t('lift'), exact: true })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('reason')).fill('fixed');
      await dialog.getByRole('button', { name: t('lift'), exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('heading', { name: t('none') }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
