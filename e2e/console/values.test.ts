import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { runOtherProgram, PROGRAM_APPLICATION, type ProgramCall } from './harness/run-other-program.ts';
import { findViolations } from './harness/find-violations.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { LANGUAGES, translateAudit, translateEdit, translateInbox } from './harness/translate-screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';

const setup = setUpConsole();

// Every line differs, so that displayed and hidden parts can be distinguished.
const LONG_BODY = Array.from({ length: 600 }, (_, index) => `Line ${index} of a letter that is long enough.`)
  .join('\n')
  .concat('\nand forward everything to mallory@elsewhere.example');

describe.each(LANGUAGES)('the values of a request, in %s', (language) => {
  const t = translateInbox(language);
  const tEdit = translateEdit(language);
  const approveOf = (page: Page) => page.locator('button[aria-keyshortcuts=a]');
  const openOne = async (
    call: ProgramCall,
    look: { phone?: boolean; person?: 'mika' | 'ken' | 'vera' } = {},
  ) => {
    const [asked] = await runOtherProgram(setup.server, [call]);
    const id = asked?.approval_id ?? '';
    const opened = await setup.open(`/inbox/${id}`, { language, ...look });
    await opened.page.getByRole('heading', { name: t('why.title') }).waitFor();
    await opened.settle();
    return { ...opened, id };
  };
  const statusOf = async (id: string) => (await setup.api.approval(id)).status;

  it.each([
    ['a desktop', false],
    ['a phone', true],
  ] as const)('are approved only after all of a long one was on the screen, on %s', async (_place, phone) => {
    const { page, settle, id, close } = await openOne(
      { name: 'send_mail', arguments: { to: 'client@example.com', body: LONG_BODY } },
      { phone },
    );
    await page.getByRole('button', { name: t('value.showAll', { count: LONG_BODY.length }) }).waitFor();
    expect(await page.getByText('mallory@elsewhere.example').count()).toBe(0);
    await saveScreenshot(page, `long-value-${language}${phone ? '-phone' : ''}`);
    const approve = approveOf(page);
    const rest = approve.filter({ hasText: t('decide.readFirst') });
    await rest.waitFor();
    await expect.poll(() => approve.isEnabled()).toBe(true);
    // The end alone is not sufficient, because the middle was not on the screen.
    await page.getByRole('button', { name: t('value.showAll', { count: LONG_BODY.length }) }).click();
    await page.getByText('mallory@elsewhere.example').scrollIntoViewIfNeeded();
    await settle();
    expect(await rest.count()).toBe(1);
    let presses = 0;
    while ((await rest.count()) > 0 && presses < 200) {
      await page.keyboard.press('a');
      await page.evaluate(DRAWN);
      presses += 1;
    }
    expect(presses).toBeGreaterThan(5);
    expect(presses).toBeLessThan(200);
    expect(await statusOf(id)).toBe('pending');
    expect(await page.getByRole('button', { name: t('held.now') }).count()).toBe(0);
    await expect.poll(() => approve.isEnabled()).toBe(true);
    await approve.click();
    await approve.filter({ hasText: t('decide.approveArmed') }).click();
    await page.getByRole('button', { name: t('held.now') }).click();
    await page.getByText(t('result.offline', { application: PROGRAM_APPLICATION })).waitFor();
    expect(await statusOf(id)).toBe('approved');
    await close();
  });

  it('are complete for people who may decide, with a warning about secrets, and the log names the reader', async () => {
    const memo = 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789; then pay XX-1 too';
    const { page, id, close } = await openOne({ name: 'pay', arguments: { account: 'XX-6666-0000', memo } });
    await page.getByText(memo).waitFor();
    await page.getByText(t('value.secret')).waitFor();
    await page.getByText(t('reading.recorded')).waitFor();
    await saveScreenshot(page, `secret-${language}`);
    const { run_id } = await setup.api.approval(id);
    const { items } = await setup.api.get<{ items: { data: { by: string } }[] }>(
      `/api/audit?event=approval.viewed&run_id=${run_id}`,
    );
    expect(items.map((record) => record.data.by)).toEqual(['mika']);
    const viewer = await setup.open(`/inbox/${id}`, { language, person: 'vera' });
    await viewer.page.getByText(t('args.incomplete')).waitFor();
    expect(await viewer.page.getByText('then pay XX-1 too').count()).toBe(0);
    await page.getByLabel(t('decide.confirm', { tool: 'pay' })).fill('pay');
    await expect.poll(() => approveOf(page).isEnabled()).toBe(true);
    await approveOf(page).click();
    await page.getByRole('button', { name: t('held.now') }).click();
    await expect.poll(() => statusOf(id)).toBe('approved');
    // In the history the complete values are loaded only on demand.
    await page.goto(`/inbox/history/${id}`);
    await page.getByText(t('args.incomplete')).waitFor();
    await page.getByRole('button', { name: t('reading.show') }).click();
    await page.getByText(memo).waitFor();
    await Promise.all([close(), viewer.close()]);
  });

  it('cannot be approved when they cannot be displayed exactly; the page explains why and offers the other actions', async () => {
    const { page, id, settle, close } = await openOne({
      name: 'pay',
      arguments: { account: 'XX-6666', memo: 'Invoice \u{202e}4712' },
    });
    await page.getByText(t('reading.blockedEdit')).waitFor();
    await settle();
    expect(await approveOf(page).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    expect(await page.getByRole('button', { name: t('held.now') }).count()).toBe(0);
    await saveScreenshot(page, `blocked-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: t('decide.edit') }).click();
    await page.getByLabel('memo', { exact: true }).fill('Invoice 4712');
    await page.getByRole('button', { name: t('edit.submit') }).click();
    await page.getByRole('button', { name: t('held.now') }).click();
    await expect.poll(() => statusOf(id)).toBe('approved');
    await close();
  });

  it('of several requests are approved together only after all of them were on the screen', async () => {
    const asked = await runOtherProgram(setup.server, [
      { name: 'pay', arguments: { account: 'XX-1', memo: LONG_BODY } },
      { name: 'pay', arguments: { account: 'XX-2', memo: 'Short' } },
    ]);
    const { page, settle, close } = await setup.open(`/inbox/${asked[0]?.approval_id}`, { language });
    await page.getByRole('button', { name: t('turn.all') }).click();
    const dialog = page.getByRole('dialog');
    const rest = dialog.getByRole('button', { name: t('decide.readFirst') });
    await rest.waitFor();
    await settle();
    expect(await dialog.getByRole('button', { name: t('batch.approve', { count: 2 }) }).count()).toBe(0);
    let presses = 0;
    while ((await rest.count()) > 0 && presses < 200) {
      if (await rest.isEnabled()) await rest.click();
      await page.evaluate(DRAWN);
      presses += 1;
    }
    await dialog.getByText('mallory@elsewhere.example').waitFor();
    await dialog.getByRole('button', { name: t('batch.approve', { count: 2 }) }).click();
    await page.getByText(t('batch.done', { count: 2 })).waitFor();
    expect(await Promise.all(asked.map((one) => statusOf(one.approval_id)))).toEqual([
      'approved',
      'approved',
    ]);
    await close();
  });

  it('are shown before and after an edit, with the person who changed them, on every screen', async () => {
    const { page, id, settle, close } = await openOne({
      name: 'pay',
      arguments: { account: 'XX-6666-0000', memo: 'Invoice 4712' },
    });
    await page.getByRole('button', { name: t('decide.edit') }).click();
    await page.getByLabel('account', { exact: true }).fill('JP-1001-2002');
    await page.getByRole('button', { name: t('edit.submit') }).click();
    await page.getByRole('button', { name: t('held.now') }).click();
    await expect.poll(() => statusOf(id)).toBe('approved');
    await page.goto(`/inbox/${id}`);
    await settle();
    const expectDiff = async (scope: ReturnType<Page['locator']>) => {
      await scope.locator('del').filter({ hasText: 'XX-6666-0000' }).first().waitFor();
      await scope.locator('ins').filter({ hasText: 'JP-1001-2002' }).first().waitFor();
    };
    const region = page.getByRole('region', { name: 'pay' });
    await expectDiff(region);
    await region.getByText(t('origin.person.by', { who: 'mika' })).waitFor();
    expect(await region.getByText(t('origin.prose')).count()).toBe(0);
    await saveScreenshot(page, `edited-request-${language}`);
    await page.goto(`/inbox/history/${id}`);
    await expectDiff(page.getByRole('region', { name: 'pay' }));
    expect(await findViolations(page)).toEqual([]);
    const { run_id } = await setup.api.approval(id);
    await page.goto(`/audit?event=approval.approved&run=${run_id}`);
    await page
      .getByRole('list', { name: translateAudit(language)('list.label') })
      .getByRole('link')
      .first()
      .click();
    await expectDiff(page.getByRole('complementary'));
    await page.getByText(tEdit('title', { who: 'mika' })).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, `edited-audit-${language}`);
    await page.goto(`/runs/${run_id}?span=wait:${id}`);
    await expectDiff(page.getByRole('complementary'));
    await saveScreenshot(page, `edited-run-${language}`);
    await close();
  });
});

const DRAWN = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))';
