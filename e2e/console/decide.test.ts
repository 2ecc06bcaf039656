import { describe, expect, it } from 'vitest';
import { stopClock } from './harness/stop-clock.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { approve } from './harness/approve.ts';
import { choose } from './harness/choose.ts';
import { LANGUAGES, translateInbox, translateShell } from './harness/translate-screens.ts';
import { sendNow } from './harness/send-now.ts';
import { setUpConsole } from './harness/set-up-console.ts';

const setup = setUpConsole();

describe.each(LANGUAGES)('decisions, in %s', (language) => {
  const t = translateInbox(language);

  const openRequest = async (approvalId: string, look: { phone?: boolean } = {}) => {
    const opened = await setup.open(`/inbox/${approvalId}`, { language, ...look });
    await opened.page.getByRole('heading', { name: t('why.title') }).waitFor();
    return opened;
  };

  it('approves one call, and the run continues', async () => {
    const [mail] = await setup.api.ask('mail-poisoned', 2);
    const { page, complaints, close } = await openRequest(mail?.approval_id ?? '');
    await page
      .getByText(t('origin.prose.of', { tool: 'read_mail' }))
      .first()
      .waitFor();
    await saveScreenshot(page, `inbox-${language}`);
    await approve(page, language);
    await sendNow(page, language);
    await page.getByText(t('result.waiting', { count: 1 })).waitFor();
    await page
      .getByText(t('decided.approved', { who: t('decided.you') }))
      .first()
      .waitFor();
    expect(await setup.api.approval(mail?.approval_id ?? '')).toMatchObject({
      status: 'approved',
      decided_by: { id: 'mika' },
    });
    expect(complaints).toEqual([]);
    await close();
  });

  it('extends the deadline, and the log names the person', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const id = request?.approval_id ?? '';
    const { expires_at: before } = await setup.api.approval(id);
    const { page, complaints, close } = await openRequest(id);
    await page.getByRole('button', { name: t('extend'), exact: true }).click();
    await page.getByRole('button', { name: t('extend.8'), exact: true }).click();
    const [start = '', end = ''] = t('extended', { time: '|' }).split('|');
    await page.getByText(start.trim()).filter({ hasText: end.trim() }).first().waitFor();
    const { expires_at: after, status } = await setup.api.approval(id);
    expect(status).toBe('pending');
    const added = Date.parse(after) - Date.parse(before);
    expect(Math.round(added / 60_000)).toBe(8 * 60);
    expect(complaints).toEqual([]);
    await close();
  });

  it('sends nothing when the decision is undone in time', async () => {
    const [file] = await setup.api.ask('files-tidy', 3);
    const { page, settle, close } = await openRequest(file?.approval_id ?? '');
    const button = page.getByRole('button', { name: t('decide.approve'), exact: true });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await settle();
    // The clock is stopped, so that the time for an undo does not run out on a slow machine.
    const clock = await stopClock(page);
    await button.click();
    await page.getByRole('button', { name: t('held.undo') }).click();
    await clock.pass(10_000);
    await clock.release();
    await settle();
    // An undo returns to the request, which the next one had replaced.
    expect(page.url()).toContain(file?.approval_id);
    expect((await setup.api.approval(file?.approval_id ?? '')).status).toBe('pending');
    await close();
  });

  it('denies with a reason that the model receives', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, close } = await openRequest(request?.approval_id ?? '');
    await page.getByRole('button', { name: t('decide.deny'), exact: true }).click();
    await page.getByText(t('reason.category.attack'), { exact: true }).click();
    await page.getByLabel(t('reason.label')).fill('payroll');
    await page.getByRole('button', { name: t('reason.submitDeny') }).click();
    await sendNow(page, language);
    await page.getByText(t('result.started')).waitFor();
    expect(await setup.api.approval(request?.approval_id ?? '')).toMatchObject({
      status: 'denied',
      comment: expect.stringContaining(`${t('reason.category.attack')}: payroll`),
    });
    await close();
  });

  it('sends a call back only with feedback', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, close } = await openRequest(request?.approval_id ?? '');
    await page.getByRole('button', { name: t('decide.sendBack') }).click();
    await page.getByRole('button', { name: t('reason.submitSendBack') }).click();
    await page.getByText(t('reason.needed')).waitFor();
    await page.getByLabel(t('reason.feedback')).fill('Ask me first.');
    await page.getByRole('button', { name: t('reason.submitSendBack') }).click();
    await sendNow(page, language);
    await page.getByText(t('result.started')).waitFor();
    const after = await setup.api.approval(request?.approval_id ?? '');
    expect(after.status).toBe('denied');
    expect(after.comment).toContain('Ask me first.');
    await close();
  });

  it('edits a number that stays a number, for a call of risk 5 that requires the name of the tool', async () => {
    const [request] = await setup.api.ask('payments-poisoned');
    const { page, close } = await openRequest(request?.approval_id ?? '');
    await page.getByRole('button', { name: t('decide.edit') }).click();
    await page.getByLabel('amount', { exact: true }).fill('12x');
    await page.getByText(t('edit.problem.number')).waitFor();
    await page.getByLabel('amount', { exact: true }).fill('120');
    await page.getByLabel('account', { exact: true }).fill('JP-1001-2002');
    await page.getByText(t('edit.was', { value: '9800' })).waitFor();
    const submit = page.getByRole('button', { name: t('edit.submit') });
    await expect.poll(() => submit.isDisabled()).toBe(true);
    await page.getByLabel(t('decide.confirm', { tool: 'transfer_money' })).fill('transfer_money');
    await saveScreenshot(page, `edit-${language}`);
    await submit.click();
    await sendNow(page, language);
    await page.getByText(t('result.started')).waitFor();
    expect(await setup.api.approval(request?.approval_id ?? '')).toMatchObject({
      status: 'approved',
      edited_arguments: { account: 'JP-1001-2002', amount: 120 },
    });
    await close();
  });

  it('does not approve risk 5 before the name of the tool is typed exactly', async () => {
    const [request] = await setup.api.ask('payments-poisoned');
    const { page, close } = await openRequest(request?.approval_id ?? '');
    const button = page.getByRole('button', { name: t('decide.approve'), exact: true });
    const name = page.getByLabel(t('decide.confirm', { tool: 'transfer_money' }));
    await expect.poll(() => button.isDisabled()).toBe(true);
    await name.fill('Transfer_money');
    await page.getByText(t('decide.confirm.mismatch')).waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.locator('h1').click();
    await page.keyboard.press('a');
    expect(await page.getByRole('button', { name: t('held.now') }).count()).toBe(0);
    await name.fill('transfer_money');
    await button.click();
    await sendNow(page, language);
    await page.getByText(t('result.started')).waitFor();
    expect((await setup.api.approval(request?.approval_id ?? '')).status).toBe('approved');
    await close();
  });

  it('approves all calls of one turn in one step, after all of them were displayed', async () => {
    const requests = await setup.api.ask('files-tidy', 3);
    const { page, close } = await openRequest(requests[0]?.approval_id ?? '');
    await page.getByRole('button', { name: t('turn.all') }).click();
    const dialog = page.getByRole('dialog');
    for (const file of ['to-do.txt', 'notes.txt', 'old-draft.txt'])
      await dialog.getByText(file, { exact: true }).waitFor();
    await saveScreenshot(page, `turn-${language}`);
    await dialog.getByRole('button', { name: t('batch.approve', { count: 3 }) }).click();
    await page.getByText(t('batch.done', { count: 3 })).waitFor();
    const after = await Promise.all(requests.map((request) => setup.api.approval(request.approval_id)));
    expect(after.map((approval) => approval.status)).toEqual(['approved', 'approved', 'approved']);
    await close();
  });

  it('denies a selection of calls of the same tool together', async () => {
    const requests = [...(await setup.api.ask('files-tidy', 3)), ...(await setup.api.ask('files-tidy', 3))];
    const { page, close } = await setup.open('/inbox?tool=delete_file', { language });
    const boxOf = (id = '') =>
      page
        .getByRole('listitem')
        .filter({ has: page.locator(`a[href*="${id}"]`) })
        .getByRole('checkbox');
    await boxOf(requests[0]?.approval_id).check();
    await boxOf(requests[3]?.approval_id).check();
    await page.getByText(t('batch.selected', { count: 2 })).waitFor();
    await page.getByRole('button', { name: t('batch.open'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('listitem').nth(1).waitFor();
    await dialog.getByRole('button', { name: t('batch.deny', { count: 2 }) }).click();
    await page.getByText(t('batch.done', { count: 2 })).waitFor();
    const after = await Promise.all(requests.map((request) => setup.api.approval(request.approval_id)));
    const denied = after.filter((approval) => approval.status === 'denied');
    expect(new Set(denied.map((approval) => approval.run_id)).size).toBe(2);
    expect(denied).toHaveLength(2);
    await close();
  });

  it('creates a grant, lists it, and revokes it', async () => {
    const requests = await setup.api.ask('files-tidy', 3);
    const { page, close } = await openRequest(requests[0]?.approval_id ?? '');
    await choose(page, t('decide.grant'), t('decide.grant.run'));
    await page.getByRole('button', { name: t('decide.approve'), exact: true }).click();
    await sendNow(page, language);
    await page.getByText(t('result.waiting', { count: 2 })).waitFor();
    await page.getByRole('link', { name: translateShell(language)('nav.permissions') }).click();
    const scope = page.getByRole('cell', {
      name: language === 'ja' ? /表示された値のまま/u : /exactly the values/u,
    });
    await scope.waitFor();
    await saveScreenshot(page, `grants-${language}`);
    await page.getByRole('button', { name: t('grants.revoke') }).click();
    await page.getByText(t('grants.revoked', { tool: 'delete_file' })).waitFor();
    expect(await page.evaluate(COVERED)).toEqual([]);
    // The screen is empty only if earlier approvals led to no proposal either.
    await scope.waitFor({ state: 'detached' });
    expect(await setup.api.get('/api/grants')).toMatchObject({ items: [] });
    await close();
  });

  it('creates no grant for edited arguments', async () => {
    const [request] = await setup.api.ask('files-tidy', 3);
    const { page, close } = await openRequest(request?.approval_id ?? '');
    await choose(page, t('decide.grant'), t('decide.grant.run'));
    await page.getByRole('button', { name: t('decide.edit') }).click();
    await page.getByLabel('path', { exact: true }).fill('/tmp/other.txt');
    await page.getByRole('button', { name: t('edit.submit') }).click();
    await sendNow(page, language);
    await expect
      .poll(async () => (await setup.api.approval(request?.approval_id ?? '')).status)
      .toBe('approved');
    expect(await setup.api.get('/api/grants')).toMatchObject({ items: [] });
    await close();
  });

  it('works on a phone: list, request, decision, back', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, close } = await setup.open('/inbox', { language, phone: true });
    await saveScreenshot(page, `phone-list-${language}`);
    await page
      .getByRole('link', { name: /payroll/u })
      .first()
      .click();
    await page.getByRole('heading', { name: t('why.title') }).waitFor();
    await saveScreenshot(page, `phone-request-${language}`);
    await page.getByRole('button', { name: t('decide.deny'), exact: true }).click();
    await page.getByRole('button', { name: t('reason.submitDeny') }).click();
    await sendNow(page, language);
    await page.getByText(t('result.started')).waitFor();
    await page.getByRole('button', { name: translateShell(language)('nav.inbox') }).click();
    await page.getByRole('list', { name: t('list.pending') }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect((await setup.api.approval(request?.approval_id ?? '')).status).toBe('denied');
    await close();
  });
});

// Returns the controls whose center is covered by a message.
const COVERED = `[...document.querySelectorAll('button, a')].flatMap((control) => {
  const { left, top, width, height } = control.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  const message = above?.closest('[role=status]');
  return message && !message.contains(control) ? [control.textContent] : [];
})`;
