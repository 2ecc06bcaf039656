import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose } from './harness/choose.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { LANGUAGES, translateInbox } from './harness/translate-screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';

const statusesOf = async (
  setup: ReturnType<typeof setUpConsole>,
  approvals: readonly { approval_id: string }[],
) => Promise.all(approvals.map(async ({ approval_id: id }) => (await setup.api.approval(id)).status));

describe.each(LANGUAGES)('the open request, in %s', (language) => {
  const setup = setUpConsole();
  const t = translateInbox(language);
  const rows = (page: Page) => page.getByRole('list', { name: t('list.pending') }).getByRole('listitem');
  // The label depends on whether something has to be displayed first; the key is always the same.
  const approveOf = (page: Page) => page.locator('button[aria-keyshortcuts=a]');
  const heading = (page: Page) => page.locator('[data-scroll] h2');
  const announced = (page: Page, count: number) =>
    page.getByRole('status').filter({ hasText: t('arrivals.new', { count }) });
  const ready = async (page: Page) => {
    await expect.poll(() => approveOf(page).isEnabled()).toBe(true);
  };
  const idOf = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? null;
  const showNew = (page: Page) => page.locator('button[aria-keyshortcuts="."]');
  const approve = async (page: Page, press: () => Promise<void>) => {
    const again = approveOf(page).filter({ hasText: t('decide.approveArmed') });
    await press();
    await again.waitFor();
    await ready(page);
    await press();
  };

  /** Opens the inbox without the address of a request, and reads one request in it. */
  const readOne = async (look: { phone?: boolean } = {}) => {
    const [file] = await setup.api.ask('files-poisoned');
    const opened = await setup.open(`/inbox?run=${file?.run_id}`, { language, ...look });
    await opened.page.goto('/inbox');
    await rows(opened.page).locator(`a[href*="${file?.approval_id}"]`).click();
    await heading(opened.page).filter({ hasText: 'payroll.xlsx' }).waitFor();
    await opened.settle();
    return { ...opened, file, id: file?.approval_id ?? '' };
  };

  it('is none until a person opens one, and Esc closes it', async () => {
    const [file] = await setup.api.ask('files-poisoned');
    const { page, settle, close } = await setup.open('/inbox', { language });
    await rows(page).first().waitFor();
    await settle();
    await page.getByText(t('summary.start')).waitFor();
    expect(await heading(page).count()).toBe(0);
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    await heading(page).filter({ hasText: 'payroll.xlsx' }).waitFor();
    expect(idOf(page)).toBe(file?.approval_id);
    await setup.api.ask('mail-poisoned', 2);
    await announced(page, 2).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(t('summary.start')).waitFor();
    await settle();
    expect(await heading(page).count()).toBe(0);
    expect(idOf(page)).toBeNull();
    expect(await statusesOf(setup, file ? [file] : [])).toEqual(['pending']);
    await close();
  });

  it.each(['key', 'click', 'click on a phone'])(
    'is approved by a %s although another request arrives in the meantime',
    async (how) => {
      const { page, settle, id, close } = await readOne({ phone: how.endsWith('phone') });
      const mails = await setup.api.ask('mail-poisoned', 2);
      if (how.endsWith('phone')) await settle();
      else await announced(page, 2).waitFor();
      await settle();
      expect(await heading(page).textContent()).toContain('payroll.xlsx');
      expect(idOf(page)).toBe(id);
      if (how === 'click') await saveScreenshot(page, `arrivals-${language}`);
      await ready(page);
      const rest = approveOf(page).filter({ hasText: t('decide.readFirst') });
      if ((await rest.count()) > 0) await rest.click();
      await rest.waitFor({ state: 'detached' });
      await approve(page, async () => {
        if (how === 'key') await page.keyboard.press('a');
        else await approveOf(page).click();
      });
      await page.getByRole('button', { name: t('held.now') }).click();
      await page.getByText(t('result.started')).waitFor();
      expect((await setup.api.approval(id)).status).toBe('approved');
      expect(await statusesOf(setup, mails)).toEqual(['pending', 'pending']);
      await close();
    },
  );

  it('moves no row when requests arrive, and shows them on request', async () => {
    const { page, id, close } = await readOne();
    const row = rows(page).filter({ has: page.locator(`a[href*="${id}"]`) });
    const before = await row.boundingBox();
    const count = await rows(page).count();
    for (let task = 0; task < 10; task += 1) await setup.api.ask('mail-poisoned', 2);
    await announced(page, 20).waitFor();
    expect(await row.boundingBox()).toEqual(before);
    expect(await rows(page).count()).toBe(count);
    await page.keyboard.press('.');
    await expect
      .poll(() => rows(page).filter({ hasText: 'mail-backup.example' }).count())
      .toBeGreaterThanOrEqual(4);
    expect(await heading(page).textContent()).toContain('payroll.xlsx');
    await expect.poll(() => showNew(page).count()).toBe(0);
    await close();
  });

  it('stays open when a filter removes it from the list', async () => {
    const { page, settle, id, close } = await readOne();
    await setup.api.ask('mail-poisoned', 2);
    await announced(page, 2).waitFor();
    await showNew(page).click();
    await choose(page, t('filter.tool'), /^send_mail/u);
    await expect.poll(() => rows(page).filter({ hasText: 'payroll.xlsx' }).count()).toBe(0);
    await settle();
    expect(await heading(page).textContent()).toContain('payroll.xlsx');
    expect(idOf(page)).toBe(id);
    await close();
  });

  it('can be decided by a key only after it was displayed for a moment', async () => {
    const { page, settle, id, close } = await readOne();
    const mails = await setup.api.ask('mail-poisoned', 2);
    await announced(page, 2).waitFor();
    await showNew(page).click();
    // The next request is displayed when its response arrives, after any delay; A is pressed immediately.
    const answers = Promise.withResolvers<void>();
    await page.route(/\/api\/approvals\/ap/u, async (route) => {
      await answers.promise;
      await route.continue();
    });
    await page.evaluate(PRESS_A_WHEN_CHANGED);
    await rows(page).getByRole('link', { name: 'mail-backup.example' }).first().click();
    await page.keyboard.press('a');
    answers.resolve();
    await heading(page).filter({ hasText: 'mail-backup.example' }).waitFor();
    await expect.poll(() => page.evaluate('window.pressed')).toBe(true);
    await settle();
    await ready(page);
    expect(await page.getByRole('button', { name: t('held.now') }).count()).toBe(0);
    // A key that was already held down does not count either.
    await page.evaluate(REPEAT_A);
    await settle();
    expect(await page.getByRole('button', { name: t('held.now') }).count()).toBe(0);
    expect(await statusesOf(setup, [{ approval_id: id }, ...mails])).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
    await approve(page, () => page.keyboard.press('a'));
    await page.getByRole('button', { name: t('held.undo') }).click();
    await close();
  });

  it('stays with its status when it is decided in another tab, and A then decides nothing', async () => {
    const { page, settle, id, close } = await readOne();
    const mails = await setup.api.ask('mail-poisoned', 2);
    await announced(page, 2).waitFor();
    const other = await setup.open(`/inbox/${id}`, { language, person: 'ken' });
    await other.page.getByRole('button', { name: t('decide.deny'), exact: true }).click();
    await other.page.getByRole('button', { name: t('reason.submitDeny') }).click();
    await other.page.getByRole('button', { name: t('held.now') }).click();
    const who = t('decided.other', { name: 'ken' });
    await page.getByText(t('decided.denied', { who })).first().waitFor();
    await page.keyboard.press('a');
    await settle();
    expect(await heading(page).textContent()).toContain('payroll.xlsx');
    expect(idOf(page)).toBe(id);
    expect(await page.getByRole('button', { name: t('held.now') }).count()).toBe(0);
    expect(await statusesOf(setup, mails)).toEqual(['pending', 'pending']);
    await Promise.all([close(), other.close()]);
  });

  it('and the rows around it stay after a lost event stream; missed changes are announced', async () => {
    const [gone] = await setup.api.ask('files-poisoned');
    const { page, settle, id, close } = await readOne();
    const order = () =>
      rows(page)
        .getByRole('link')
        .evaluateAll((links) => links.map(String));
    const before = await order();
    // Without events the page polls. The stream stays closed, so that only the polled responses count.
    await page.route('**/api/events*', (route) => route.abort());
    await page.reload();
    await settle();
    expect(await order()).toEqual(before);
    const { action_digest } = await setup.api.get<{ action_digest: string }>(
      `/api/approvals/${gone?.approval_id}`,
    );
    await setup.api.post(`/api/approvals/${gone?.approval_id}/decision`, { decision: 'deny', action_digest });
    const mails = await setup.api.ask('mail-poisoned', 2);
    await announced(page, 2).waitFor();
    const row = rows(page).filter({ has: page.locator(`a[href*="${gone?.approval_id}"]`) });
    await row.getByText(t('decided.denied', { who: t('decided.you') })).waitFor();
    expect(await order()).toEqual(before);
    expect(await heading(page).textContent()).toContain('payroll.xlsx');
    expect(idOf(page)).toBe(id);
    expect(await statusesOf(setup, mails)).toEqual(['pending', 'pending']);
    await close();
  });
});

describe('the delay of a decision', () => {
  const setup = setUpConsole();

  it.each(LANGUAGES)('starts with five seconds and moves no button, in %s', async (language) => {
    const t = translateInbox(language);
    const [file] = await setup.api.ask('files-tidy', 3);
    const { page, settle, close } = await setup.open(`/inbox/${file?.approval_id}?run=${file?.run_id}`, {
      language,
    });
    const approve = page.getByRole('button', { name: t('decide.approve'), exact: true });
    await expect.poll(() => approve.isEnabled()).toBe(true);
    await settle();
    const before = await approve.boundingBox();
    await page.evaluate(NOTE_FIRST_COUNT);
    await approve.click();
    await page.getByRole('button', { name: t('held.undo') }).waitFor();
    expect(await page.evaluate('window.counted')).toBe(t('held.in', { count: 5 }));
    expect(await approve.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: t('held.undo') }).click();
    await expect.poll(() => approve.isEnabled()).toBe(true);
    expect(await approve.boundingBox()).toEqual(before);
    await close();
  });
});

const PRESS = (repeat: boolean) =>
  `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true, repeat: ${repeat} }))`;
const REPEAT_A = `for (let count = 0; count < 5; count += 1) ${PRESS(true)}`;
const PRESS_A_WHEN_CHANGED = `new MutationObserver((_, observer) => {
  if (!document.querySelector('[data-scroll] h2')?.textContent.includes('mail-backup')) return;
  observer.disconnect();
  const from = performance.now();
  const timer = setInterval(() => {
    // A press that a slow machine delays is excluded, because it would be accepted correctly.
    if (performance.now() - from < 350) return void ${PRESS(false)};
    clearInterval(timer);
    window.pressed = true;
  }, 20);
}).observe(document.body, { childList: true, subtree: true, characterData: true })`;
const NOTE_FIRST_COUNT = `new MutationObserver((_, observer) => {
  const count = document.querySelector('.numeric[data-countdown]');
  if (!count) return;
  observer.disconnect();
  window.counted = count.textContent;
}).observe(document.body, { childList: true, subtree: true })`;
