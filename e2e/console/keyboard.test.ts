import { describe, expect, it } from 'vitest';
import { chooseSetting } from './harness/choose.ts';
import { stopClock } from './harness/stop-clock.ts';
import {
  LANGUAGES,
  translateInbox,
  translateShell,
  translatePreferences,
} from './harness/translate-screens.ts';
import { sendNow } from './harness/send-now.ts';
import { setUpConsole } from './harness/set-up-console.ts';

describe.each(LANGUAGES)('without a mouse, in %s', (language) => {
  const setup = setUpConsole();
  const t = translateInbox(language);
  const shell = translateShell(language);
  const settings = translatePreferences(language);

  it('moves, denies with a reason, undoes and approves', async () => {
    const mails = await setup.api.ask('mail-poisoned', 2);
    const [file] = await setup.api.ask('files-poisoned');
    const { page, settle, close } = await setup.open('/inbox', { language });
    const heading = page.locator('[data-scroll] h2');
    const settleAt = async (target: string) => {
      await heading.filter({ hasText: target }).waitFor();
      await settle();
      const decide = page.getByRole('button', { name: t('decide.deny'), exact: true });
      await expect.poll(() => decide.isEnabled()).toBe(true);
    };
    await page.getByRole('list', { name: t('list.pending') }).waitFor();
    await settle();
    // The summary handles the key, and its code is loaded on demand.
    await page.getByRole('button', { name: t('summary.start') }).waitFor();
    await page.keyboard.press('Enter');
    await settleAt('mail-backup.example');
    await page.keyboard.press('j');
    await settleAt('mail-backup.example');
    await page.keyboard.press('j');
    await settleAt('payroll.xlsx');
    await page.keyboard.press('k');
    await settleAt('mail-backup.example');
    const mailUrl = page.url();
    await page.keyboard.press('r');
    const reason = page.getByLabel(t('reason.label'));
    await reason.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('jkaxer: not now');
    await expect.poll(() => reason.inputValue()).toBe('jkaxer: not now');
    // The clock is stopped, so that the time for an undo does not run out on a slow machine.
    const clock = await stopClock(page);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: t('held.now') }).waitFor();
    await page.keyboard.press('z');
    await page.getByRole('button', { name: t('held.now') }).waitFor({ state: 'detached' });
    await clock.pass(10_000);
    await clock.release();
    await settle();
    expect(page.url()).toBe(mailUrl);
    const statuses = await Promise.all(mails.map(({ approval_id: id }) => setup.api.approval(id)));
    expect(statuses.map(({ status }) => status)).toEqual(['pending', 'pending']);
    await page.keyboard.press('j');
    await settleAt('payroll.xlsx');
    await page.getByRole('button', { name: t('decide.approve'), exact: true }).waitFor();
    await page.keyboard.press('a');
    const again = page.getByRole('button', { name: t('decide.approveArmed'), exact: true });
    await expect.poll(() => again.isEnabled()).toBe(true);
    await page.keyboard.press('a');
    await page.getByText(t('result.started')).waitFor();
    expect(await setup.api.approval(file?.approval_id ?? '')).toMatchObject({ decided_by: { id: 'mika' } });
    await close();
  });

  it('lists its shortcuts, and can turn single-key shortcuts off', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, settle, close } = await setup.open(`/inbox/${request?.approval_id}`, { language });
    await page.getByRole('button', { name: t('decide.deny'), exact: true }).waitFor();
    await settle();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: shell('keys.title') });
    await dialog.getByText(t('keys.approve'), { exact: true }).waitFor();
    await page.keyboard.press('r');
    await settle();
    expect(await page.getByLabel(t('reason.label')).count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await chooseSetting(page, settings('keys'), settings('off'));
    await page.locator('h1').click();
    await page.keyboard.press('r');
    await settle();
    expect(await page.getByLabel(t('reason.label')).count()).toBe(0);
    await chooseSetting(page, settings('keys'), settings('on'));
    await page.locator('h1').click();
    await page.keyboard.press('r');
    await page.getByLabel(t('reason.label')).waitFor();
    await close();
  });

  it('reaches every control with Tab and a visible focus', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, settle, close } = await setup.open(`/inbox/${request?.approval_id}`, { language });
    const approve = page.getByRole('button', { name: t('decide.approve'), exact: true });
    // A disabled button, as it is until the summary of the request is loaded, cannot be reached.
    await expect.poll(() => approve.isEnabled()).toBe(true);
    await settle();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(shell('app.skip'));
    const isApprove = async () =>
      (await page.evaluate('document.activeElement.textContent'))?.toString().startsWith(t('decide.approve'));
    let steps = 0;
    while (!(await isApprove()) && steps < 120) {
      await page.keyboard.press('Tab');
      steps += 1;
    }
    expect(steps).toBeLessThan(120);
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await close();
  });

  it('does not handle Enter and letters during a conversion of an input method', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, close } = await setup.open(`/inbox/${request?.approval_id}`, { language });
    await page.getByRole('button', { name: t('decide.deny'), exact: true }).click();
    const field = page.getByLabel(t('reason.label'));
    await field.and(page.locator(':focus')).waitFor();
    const input = await page.context().newCDPSession(page);
    const convert = (key: string, modifiers = 0) =>
      input.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key,
        windowsVirtualKeyCode: 229,
        modifiers,
      });
    await input.send('Input.imeSetComposition', { text: 'けんげんがい', selectionStart: 6, selectionEnd: 6 });
    await convert('Enter', 2);
    await convert('Escape');
    await convert('a');
    expect(await field.count()).toBe(1);
    expect(await page.getByRole('button', { name: t('held.now') }).count()).toBe(0);
    await input.send('Input.insertText', { text: '権限外' });
    await expect.poll(() => field.inputValue()).toBe('権限外');
    await page.keyboard.press('Control+Enter');
    await sendNow(page, language);
    await page.getByText(t('result.started')).waitFor();
    expect((await setup.api.approval(request?.approval_id ?? '')).comment).toContain('権限外');
    await close();
  });
});
