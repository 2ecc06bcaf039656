import { describe, expect, it } from 'vitest';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { chooseSetting } from './harness/choose.ts';
import {
  LANGUAGES,
  translateLogin,
  translateShell,
  translatePreferences,
} from './harness/translate-screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import { PEOPLE } from './harness/start-server.ts';

describe.each(LANGUAGES)('signing in, in %s', (language) => {
  const shell = translateShell(language);
  const settings = translatePreferences(language);
  const login = translateLogin(language);
  const setup = setUpConsole();

  const newPage = async () => {
    const context = await setup.browser.browser.newContext({
      baseURL: setup.server.url,
      locale: language === 'ja' ? 'ja-JP' : 'en-US',
    });
    return { context, page: await context.newPage() };
  };

  it('accepts the printed link once, and removes the token from the address', async () => {
    const first = await newPage();
    await first.page.goto(setup.server.loginLink());
    await first.page.getByRole('heading', { level: 1, name: shell('nav.inbox') }).waitFor();
    await expect.poll(() => first.page.url()).toBe(`${setup.server.url}/inbox`);
    const second = await newPage();
    await second.page.goto(setup.server.loginLink());
    await second.page.getByText(login('login.wrong')).waitFor();
    await expect.poll(() => second.page.url()).not.toContain(setup.server.loginLink().split('#')[1]);
    await Promise.all([first.context.close(), second.context.close()]);
  });

  it('accepts the token of a person from the address', async () => {
    const { context, page } = await newPage();
    await page.goto(`/login#${PEOPLE.ken}`);
    await page.waitForURL('**/inbox');
    expect(page.url()).not.toContain(PEOPLE.ken);
    await context.close();
  });

  it('reports that the session ended while the console is open, and continues after a new sign-in', async () => {
    const { page, settle, close } = await setup.open('/runs', { language });
    // The response to an earlier request would end the session before the click.
    await settle();
    await page.context().clearCookies();
    await page
      .getByRole('link', { name: shell('nav.audit'), exact: true })
      .first()
      .click();
    await page.getByRole('heading', { name: login('login.expired.title') }).waitFor();
    await saveScreenshot(page, `session-ended-${language}`);
    await page.getByLabel(login('login.token')).fill(PEOPLE.ken);
    await page.getByRole('button', { name: login('login.submit') }).click();
    await page.getByRole('heading', { level: 1, name: shell('nav.audit') }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^ken/u }).count()).toBe(1);
    await close();
  });

  it('signs out', async () => {
    const { page, close } = await setup.open('/inbox', { language, person: 'vera' });
    await page.getByRole('button', { name: /^vera/u }).click();
    await page.getByRole('menuitem', { name: shell('user.signOut') }).click();
    await page.getByText(login('login.signedOut')).waitFor();
    await page.goto('/inbox');
    await page.getByRole('heading', { name: login('login.title') }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await close();
  });

  it('keeps language and theme', async () => {
    const { page, close } = await setup.open('/inbox', { language, person: 'ken' });
    const other = language === 'ja' ? 'en' : 'ja';
    await chooseSetting(page, settings('theme'), settings('theme.dark'));
    await chooseSetting(page, settings('language'), other === 'ja' ? '日本語' : 'English');
    await page.goto('/inbox');
    await page.getByRole('heading', { level: 1, name: translateShell(other)('nav.inbox') }).waitFor();
    await expect.poll(() => page.locator(`html[data-theme=dark][lang=${other}]`).count()).toBe(1);
    await close();
  });
});
