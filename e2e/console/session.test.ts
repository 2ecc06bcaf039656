import { describe, expect, it } from 'vitest';
import { findViolations } from './harness/find-violations.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { chooseSetting } from './harness/choose.ts';
import {
  LANGUAGES,
  translateInbox,
  translateLogin,
  translateShell,
  translatePreferences,
} from './harness/translate-screens.ts';
import { startBrowser } from './harness/open-console.ts';
import { sendNow } from './harness/send-now.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import { PEOPLE, startServer } from './harness/start-server.ts';
import { CLIENT, startIssuer } from '../../app/server/test/console/oidc-issuer.ts';

describe.each(LANGUAGES)('signing in, in %s', (language) => {
  const setup = setUpConsole();
  const shell = translateShell(language);
  const settings = translatePreferences(language);
  const login = translateLogin(language);
  const inbox = translateInbox(language);

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

  it('asks for a new sign-in over the page when the session ended, and keeps what was typed', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, settle, close } = await setup.open(`/inbox/${request?.approval_id}`, { language });
    await page.getByRole('button', { name: inbox('decide.deny'), exact: true }).click();
    const reason = page.getByLabel(inbox('reason.label'));
    await reason.fill('The file is not part of the task.');
    await settle();
    await page.context().clearCookies();
    // The page fetches the list again.
    await setup.api.ask('mail-poisoned', 2);
    const dialog = page.getByRole('dialog', { name: login('login.expired.title') });
    await dialog.waitFor();
    await saveScreenshot(page, `session-ended-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.getByLabel(login('login.token')).fill('not a token of this server at all');
    await dialog.getByRole('button', { name: login('login.submit') }).click();
    await dialog.getByText(login('login.wrong')).waitFor();
    await dialog.getByLabel(login('login.token')).fill(PEOPLE.mika);
    await dialog.getByRole('button', { name: login('login.submit') }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await reason.inputValue()).toBe('The file is not part of the task.');
    await page.getByRole('button', { name: inbox('reason.submitDeny') }).click();
    await sendNow(page, language);
    await expect
      .poll(async () => (await setup.api.approval(request?.approval_id ?? '')).status)
      .toBe('denied');
    await close();
  });

  it('shows nothing that was typed to another person who signs in', async () => {
    const { page, settle, close } = await setup.open('/chat', { language });
    const composer = page.locator('main textarea').first();
    await composer.fill('Only for mika.');
    await settle();
    await page.context().clearCookies();
    await setup.api.ask('mail-poisoned', 2);
    const dialog = page.getByRole('dialog', { name: login('login.expired.title') });
    await dialog.getByLabel(login('login.token')).fill(PEOPLE.ken);
    await dialog.getByRole('button', { name: login('login.submit') }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: /^ken/u }).count()).toBe(1);
    await composer.waitFor();
    expect(await composer.inputValue()).toBe('');
    await close();
  });

  it('signs out', async () => {
    const { page, close } = await setup.open('/inbox', { language, person: 'vera' });
    await page.getByRole('button', { name: /^vera/u }).click();
    await page.getByRole('menuitem', { name: shell('user.signOut') }).click();
    await page.getByText(login('login.signedOut')).waitFor();
    await page.goto('/inbox');
    await page
      .getByRole('heading', { name: login('login.title', { host: new URL(setup.server.url).host }) })
      .waitFor();
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

it('signs in at the identity provider, first among the ways, and returns to the page', async () => {
  const issuer = await startIssuer({ ada: { groups: ['reviewers'] }, nora: { groups: ['sales'] } });
  const browser = await startBrowser();
  const server = await startServer({
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_SCOPE: 'openid groups',
    OIDC_GROUP_ROLES: 'reviewers:approver',
  });
  issuer.register(server.url);
  const login = translateLogin('en');
  for (const [person, end] of [
    ['nora', '/login?problem=NoRole'],
    ['ada', '/runs'],
  ] as const) {
    const context = await browser.browser.newContext({ baseURL: server.url, locale: 'en-US' });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    await page.goto('/runs');
    const link = page.getByRole('link', { name: /^Continue with / });
    await link.waitFor();
    await saveScreenshot(page, 'login-oidc');
    expect(await findViolations(page)).toEqual([]);
    await link.click();
    await page.locator('input[name=login]').fill(person);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.waitForURL(
      (url) => url.port !== new URL(issuer.url).port || url.pathname.includes('/interaction/'),
    );
    if (page.url().startsWith(issuer.url)) await page.locator('button[type=submit]').click();
    await page.waitForURL(`**${end}`);
    if (person === 'nora') await page.getByRole('alert').getByText(login('problem.NoRole')).waitFor();
    else await page.getByRole('button', { name: /^ada/u }).waitFor();
    await context.close();
  }
  await browser.close();
  await server.dispose();
});
