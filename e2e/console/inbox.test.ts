import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeEffect } from '../../app/console/src/approvals/effect/describe-effect.ts';
import { approve } from './harness/approve.ts';
import { choose, chooseSetting } from './harness/choose.ts';
import { runOtherProgram } from './harness/run-other-program.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import { LANGUAGES, translateInbox, translatePreferences } from './harness/translate-screens.ts';

describe.each(LANGUAGES)('the inbox, in %s', (language) => {
  const setup = setUpConsole();
  const t = translateInbox(language);
  const settings = translatePreferences(language);
  const rows = (page: Page) => page.getByRole('list', { name: t('list.pending') }).getByRole('listitem');
  const rowOf = (page: Page, id = '') => rows(page).filter({ has: page.locator(`a[href*="${id}"]`) });
  const heading = (page: Page) => page.locator('[data-scroll] h2');
  const effectOf = (effect: string, destination: string) =>
    describeEffect(
      { kind: 'call', effect, tool_id: 'tool', destination, edit: null, payment: { amount: 9800 } },
      language,
    );

  it('opens nothing by itself; Enter opens the most urgent request', async () => {
    await setup.api.ask('files-tidy', 3);
    const [payment] = await setup.api.ask('payments-poisoned');
    await setup.api.ask('mail-poisoned', 2);
    const { page, settle, close } = await setup.open('/inbox', { language });
    await page.getByRole('heading', { name: t('summary.waiting', { count: 6 }) }).waitFor();
    await settle();
    expect(await heading(page).count()).toBe(0);
    await saveScreenshot(page, `summary-${language}`);
    await page.keyboard.press('Enter');
    await heading(page).filter({ hasText: 'XX-6666-0000' }).waitFor();
    expect(page.url()).toContain(payment?.approval_id);
    await close();
  });

  it('begins each row with its effect, sorts by risk, and searches', async () => {
    const { page, close } = await setup.open('/inbox', { language });
    await rows(page).first().waitFor();
    const links = () => rows(page).getByRole('link').allTextContents();
    const [first = ''] = await links();
    expect(first).toContain(effectOf('spend', 'XX-6666-0000'));
    expect(new Set((await links()).map((text) => text.slice(0, 60))).size).toBe(6);
    await choose(page, t('sort.label'), t('sort.age'));
    await expect.poll(async () => (await links())[0]).toContain('mail-backup.example');
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('to-do');
    await expect.poll(async () => (await links()).length).toBe(1);
    expect((await links())[0]).toContain(effectOf('delete', 'to-do.txt'));
    await page.reload();
    await expect.poll(async () => (await links()).length).toBe(1);
    await page.getByLabel(t('search.all')).fill('nothing like this');
    await page.getByText(t('empty.filtered')).waitFor();
    await page.getByRole('button', { name: t('filter.clear') }).click();
    await expect.poll(async () => (await links()).length).toBe(6);
    await close();
  });

  it('opens the next request after a decision, keeps the decided row, and can be told not to', async () => {
    const files = await setup.api.ask('files-tidy', 3);
    const { page, settle, close } = await setup.open(`/inbox?run=${files[0]?.run_id}`, { language });
    await rows(page).first().waitFor();
    await settle();
    await page.keyboard.press('j');
    await heading(page).waitFor();
    const first = new URL(page.url()).pathname.split('/')[2] ?? '';
    const position = await rowOf(page, first).getAttribute('aria-posinset');
    await approve(page, language);
    await expect.poll(() => page.url()).not.toContain(first);
    await page.getByText(t('result.waiting', { count: 2 })).waitFor();
    await rowOf(page, first)
      .getByText(t('decided.approved', { who: t('decided.you') }))
      .waitFor();
    expect(await rowOf(page, first).getAttribute('aria-posinset')).toBe(position);
    await chooseSetting(page, settings('advance'), settings('off'));
    const second = new URL(page.url()).pathname;
    await approve(page, language);
    await page.getByText(t('result.waiting', { count: 1 })).waitFor();
    await settle();
    expect(new URL(page.url()).pathname).toBe(second);
    await heading(page)
      .filter({ hasText: t('decided.you') })
      .waitFor();
    await saveScreenshot(page, `decided-${language}`);
    await chooseSetting(page, settings('advance'), settings('on'));
    await close();
  });

  it('sends a decision once when the page is closed before it was sent', async () => {
    const [file] = await setup.api.ask('files-tidy', 3);
    const id = file?.approval_id ?? '';
    const { page, close } = await setup.open(`/inbox/${id}`, { language });
    await approve(page, language);
    await page.getByRole('button', { name: t('held.undo') }).waitFor();
    expect((await setup.api.approval(id)).status).toBe('pending');
    await page.close({ runBeforeUnload: true });
    await expect.poll(async () => (await setup.api.approval(id)).status).toBe('approved');
    const { items } = await setup.api.get<{ items: unknown[] }>(
      `/api/audit?event=approval.approved&run_id=${file?.run_id}`,
    );
    expect(items).toHaveLength(1);
    await close();
  });

  it('names the requester, and says "you" only to the requester', async () => {
    const [file] = await setup.api.ask('files-tidy', 3);
    const mika = await setup.open(`/inbox/${file?.approval_id}`, { language });
    const ken = await setup.open(`/inbox/${file?.approval_id}`, { language, person: 'ken' });
    const reasons = (page: Page) => page.getByRole('region', { name: t('why.title') });
    const own = language === 'ja' ? 'あなた' : 'You';
    await reasons(mika.page).getByText(own).first().waitFor();
    await reasons(ken.page).getByText('mika').first().waitFor();
    expect(await reasons(ken.page).getByText(own).count()).toBe(0);
    await Promise.all([mika.close(), ken.close()]);
  });

  it('shows in each row what differs from the rows beside it, on a desktop and on a phone', async () => {
    const mails = [1, 2].map((seat) => ({
      name: 'send_mail' as const,
      arguments: { to: `accounts-payable-office-tokyo-${seat}@client.example`, body: 'Hello.' },
    }));
    await runOtherProgram(setup.server, mails);
    for (const phone of [false, true]) {
      const { page, close } = await setup.open('/inbox?q=accounts-payable', { language, phone });
      await rows(page).nth(2).waitFor();
      await saveScreenshot(page, `similar-${language}${phone ? '-phone' : ''}`);
      expect((await page.evaluate<string[]>(VISIBLE_SEATS)).toSorted()).toEqual(['1', '2']);
      await close();
    }
  });

  it('extends the deadline to a chosen date, and rejects one in the past', async () => {
    const [file] = await setup.api.ask('files-tidy', 3);
    const id = file?.approval_id ?? '';
    const { page, close } = await setup.open(`/inbox/${id}`, { language });
    await page.getByRole('button', { name: t('extend'), exact: true }).click();
    const date = page.getByLabel(t('extend.until'));
    await date.fill('2020-01-01T10:00');
    await page.getByText(t('extend.past')).waitFor();
    const wanted = new Date(Date.now() + 3 * 86_400_000);
    wanted.setUTCSeconds(0, 0);
    // The page is in Japan, nine hours before UTC.
    const local = new Date(wanted.getTime() + 9 * 3_600_000).toISOString().slice(0, 16);
    await date.fill(local);
    await saveScreenshot(page, `extend-${language}`);
    await page.getByRole('button', { name: t('extend.set') }).click();
    await expect
      .poll(async () => Math.round(Date.parse((await setup.api.approval(id)).expires_at) / 60_000))
      .toBe(wanted.getTime() / 60_000);
    await close();
  });

  it('highlights code without changing it, and links and markup stay text', async () => {
    const body = "delete from invoices where note = '<b>https://evil.example</b>'";
    const [call] = await runOtherProgram(setup.server, [
      { name: 'send_mail', arguments: { to: 'a@client.example', body } },
    ]);
    const { page, close } = await setup.open(`/inbox/${call?.approval_id}`, { language });
    await page.locator('[data-token=keyword]', { hasText: 'delete' }).waitFor();
    const value = page.locator('[data-part]', { has: page.locator('[data-token]') });
    expect(await value.allTextContents()).toEqual([body]);
    expect(await page.locator('[data-scroll] a[href*="evil"], [data-scroll] b').count()).toBe(0);
    await saveScreenshot(page, `code-${language}`);
    await close();
  });
});

/** The digits of the addresses that are not cut off in the rows. */
const VISIBLE_SEATS = `[...document.querySelectorAll('[role=list] [title]')].map((row) => {
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const at = node.data.search(/\\d@/);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const limit = Math.min(row.getBoundingClientRect().right, node.parentElement.getBoundingClientRect().right);
    if (range.getBoundingClientRect().right <= limit + 1) return node.data[at];
  }
  return 'cut off';
})`;
