import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose } from './harness/choose.ts';
import { findViolations } from './harness/find-violations.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { sendNow } from './harness/send-now.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import { PEOPLE } from './harness/start-server.ts';
import {
  LANGUAGES,
  translateChat,
  translateInbox,
  translateLogin,
  translatePolicies,
  translateShell,
} from './harness/translate-screens.ts';

describe.each(LANGUAGES)('a change whose request finds that the session has ended, in %s', (language) => {
  const setup = setUpConsole({ RATE_LIMIT_PER_MINUTE: '500' });
  const login = translateLogin(language);
  const inbox = translateInbox(language);
  const chat = translateChat(language);
  const shell = translateShell(language);
  const reason = 'The file is not part of the task.';

  /** Signs in again in the dialog over the page. */
  const signIn = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog', { name: login('login.expired.title') });
    await dialog.waitFor();
    await saveScreenshot(page, `unsent-${name}-${language}`);
    await dialog.getByLabel(login('login.token')).fill(PEOPLE.mika);
    await dialog.getByRole('button', { name: login('login.submit') }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const tray = (page: Page) =>
    page.getByRole('group', { name: /未送信|Not sent/u }).filter({ visible: true });

  it.each(['desktop', 'phone'] as const)('keeps a rejection with its reason on a %s', async (device) => {
    await setup.api.ask('files-tidy', 3);
    const [request] = await setup.api.ask('files-poisoned');
    const path = `/inbox/${request?.approval_id}`;
    const { page, settle, close } = await setup.open(path, { language, phone: device === 'phone' });
    await page.getByRole('button', { name: inbox('decide.deny'), exact: true }).click();
    await page.getByLabel(inbox('reason.label')).fill(reason);
    await settle();
    await page.context().clearCookies();
    await page.getByRole('button', { name: inbox('reason.submitDeny') }).click();
    await signIn(page, `reject-${device}`);
    // The next request is open, and the decision is still here.
    await tray(page).getByText(reason).waitFor();
    await settle();
    await saveScreenshot(page, `unsent-tray-${device}-${language}`);
    expect(await findViolations(page)).toEqual([]);
    expect((await setup.api.approval(request?.approval_id ?? '')).status).toBe('pending');
    if (device === 'desktop') {
      // It also stays when another screen is opened.
      const menu = page.getByRole('navigation', { name: shell('nav.label') }).filter({ visible: true });
      await menu.getByRole('link', { name: shell('nav.runs') }).click();
      await page.getByRole('heading', { level: 1, name: shell('nav.runs') }).waitFor();
      await menu.getByRole('link', { name: shell('nav.inbox') }).click();
    }
    await tray(page)
      .getByRole('button', { name: inbox('held.again') })
      .click();
    await sendNow(page, language);
    await expect
      .poll(() => setup.api.approval(request?.approval_id ?? ''))
      .toMatchObject({ status: 'denied', comment: reason });
    await expect.poll(() => tray(page).count()).toBe(0);
    await close();
  });

  it('keeps a request that was sent back, and can discard it', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, settle, close } = await setup.open(`/inbox/${request?.approval_id}`, { language });
    await page.getByRole('button', { name: inbox('decide.sendBack'), exact: true }).click();
    await page.getByLabel(inbox('reason.feedback')).fill(reason);
    await settle();
    await page.context().clearCookies();
    await page.getByRole('button', { name: inbox('reason.submitSendBack') }).click();
    await signIn(page, 'back');
    await tray(page).getByText(reason).waitFor();
    await tray(page)
      .getByRole('button', { name: inbox('held.discard') })
      .click();
    await expect.poll(() => tray(page).count()).toBe(0);
    expect((await setup.api.approval(request?.approval_id ?? '')).status).toBe('pending');
    await close();
  });

  it('keeps a comment', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, settle, close } = await setup.open(`/inbox/${request?.approval_id}`, { language });
    await page.getByRole('button', { name: inbox('decide.deny'), exact: true }).waitFor();
    await page.keyboard.press('c');
    const field = page.getByLabel(inbox('comments.label'));
    await field.fill('Please check the folder.');
    await settle();
    await page.context().clearCookies();
    await page.getByRole('button', { name: inbox('comments.add') }).click();
    await signIn(page, 'comment');
    expect(await field.inputValue()).toBe('Please check the folder.');
    await page.getByRole('button', { name: inbox('comments.add') }).click();
    await page.getByText('Please check the folder.').waitFor();
    await field.waitFor({ state: 'detached' });
    await close();
  });

  it('keeps a chat message', async () => {
    const { page, settle, close } = await setup.open('/chat', { language });
    await page.getByRole('textbox', { name: chat('input.label') }).fill('採用を計画したいです。');
    await settle();
    await page.context().clearCookies();
    await page.keyboard.press('Enter');
    await signIn(page, 'message');
    await page.getByText('採用を計画したいです。').waitFor();
    await page.getByRole('button', { name: chat('talk.retry') }).click();
    await page.getByRole('log').getByRole('listitem').nth(1).waitFor();
    expect(await page.getByRole('log').getByText('採用を計画したいです。', { exact: true }).count()).toBe(1);
    await close();
  });

  it('keeps a change of a case, and a form', async () => {
    const { id } = await setup.api.post<{ id: string }>('/process-templates', {
      name: `点検 ${language}`,
      stepTemplates: [{ seq: 1, name: '点検', basis: 'goal', offsetDays: 0 }],
    });
    const begun = await setup.api.post<{ id: string }>(`/process-templates/${id}/cases`, {
      goalDate: '2027-06-09',
    });
    const { page, settle, close } = await setup.open(`/chat/cases/${begun.id}`, { language });
    const label = chat('step.statusOf', { seq: 1 });
    await page
      .getByRole('button', { name: `${label}: ` })
      .first()
      .waitFor();
    await settle();
    await page.context().clearCookies();
    await choose(page, label, chat('step.status.doing'));
    await signIn(page, 'case');
    await page.getByRole('alert').getByText(chat('step.status.doing')).waitFor();
    await page.getByRole('button', { name: chat('case.saveAgain') }).click();
    const status = async () =>
      (await setup.api.get<{ steps: { status: string }[] }>(`/cases/${begun.id}`)).steps[0]?.status;
    await expect.poll(status).toBe('doing');

    await page.goto('/chat/cases/holidays');
    const form = page.getByRole('form', { name: chat('holidays.add') });
    await form.getByLabel(chat('draft.name')).fill('夏季休業');
    await form.getByLabel(chat('holidays.first')).fill('2027-08-13');
    await settle();
    await page.context().clearCookies();
    await form.getByRole('button', { name: chat('holidays.add') }).click();
    await signIn(page, 'form');
    expect(await form.getByLabel(chat('draft.name')).inputValue()).toBe('夏季休業');
    await form.getByRole('button', { name: chat('holidays.add') }).click();
    await page.getByRole('listitem').filter({ hasText: '夏季休業' }).waitFor();
    await page.getByRole('button', { name: chat('manage.delete', { name: '夏季休業' }) }).click();
    await page.getByRole('listitem').filter({ hasText: '夏季休業' }).waitFor({ state: 'detached' });
    await close();
  });

  it('keeps a draft of a policy, and stores it after the sign-in', async () => {
    const t = translatePolicies(language);
    const { page, settle, close } = await setup.open('/policies?profile=balanced', { language });
    await page.getByRole('tab', { name: t('tab.rules') }).click();
    await page.getByRole('button', { name: t('rules.new') }).waitFor();
    await settle();
    await page.context().clearCookies();
    await page.getByRole('button', { name: t('rules.new') }).click();
    await page.getByRole('menuitemradio', { name: /^allow\.asked: / }).click();
    await signIn(page, 'policy');
    await page.getByText(t('draft.kept', { count: 1 })).waitFor();
    const { draft } = await setup.api.get<{ draft: unknown }>('/api/policies/balanced/draft');
    expect(draft).not.toBeNull();
    await setup.api.put('/api/policies/balanced/draft', { draft: null });
    await close();
  });
});
