import { describe, expect, it } from 'vitest';
import { approve } from './harness/approve.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { LANGUAGES, translateInbox, translatePolicies, translateShell } from './harness/translate-screens.ts';
import { sendNow } from './harness/send-now.ts';
import { setUpConsole } from './harness/set-up-console.ts';

describe.each(LANGUAGES)('two people, in %s', (language) => {
  const t = translateInbox(language);
  const setup = setUpConsole();

  it('reports to the second person who decided first and when, and decides once', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const id = request?.approval_id ?? '';
    const mika = await setup.open(`/inbox/${id}`, { language });
    const ken = await setup.open(`/inbox/${id}`, { language, person: 'ken' });
    // Ken's browser receives no events, as on a bad connection, so that both act on the same open request.
    await ken.page.route('**/api/events*', (route) => route.abort());
    await ken.page.reload();
    await ken.page.getByRole('button', { name: t('decide.approve'), exact: true }).waitFor();
    await ken.settle();
    // Without events the page polls; these requests are blocked too.
    await ken.page.route(/\/api\/approvals/u, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await mika.page.getByRole('button', { name: t('decide.deny'), exact: true }).click();
    await mika.page.getByRole('button', { name: t('reason.submitDeny') }).click();
    await sendNow(mika.page, language);
    await mika.page.getByText(t('result.started')).waitFor();
    await approve(ken.page, language);
    await sendNow(ken.page, language);
    const [before = ''] = t('conflict.decided', {
      who: t('decided.other', { name: 'mika' }),
      status: t('status.denied'),
      time: '{time}',
    }).split('{time}');
    const note = await ken.page.getByText(before).textContent();
    expect(note).toMatch(/\d{2}:\d{2}:\d{2}/u);
    await saveScreenshot(ken.page, `conflict-${language}`);
    expect(await setup.api.approval(id)).toMatchObject({ status: 'denied', decided_by: { id: 'mika' } });
    await Promise.all([mika.close(), ken.close()]);
  });

  it('grays a row that was decided elsewhere, at its position, and names the decider', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    await setup.api.ask('mail-poisoned', 2);
    const ken = await setup.open('/inbox', { language, person: 'ken' });
    const row = ken.page.getByRole('listitem').filter({ hasText: 'payroll.xlsx' });
    await row.waitFor();
    const position = await row.getAttribute('aria-posinset');
    const { action_digest } = await setup.api.get<{ action_digest: string }>(
      `/api/approvals/${request?.approval_id}`,
    );
    await setup.api.post(`/api/approvals/${request?.approval_id}/decision`, {
      decision: 'approve',
      action_digest,
    });
    await row.getByText(t('decided.approved', { who: t('decided.other', { name: 'mika' }) })).waitFor();
    expect(await row.getAttribute('aria-posinset')).toBe(position);
    await ken.close();
  });

  it('reports that an assignment failed', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, settle, close } = await setup.open(`/inbox/${request?.approval_id}`, { language });
    await page.route('**/assignee', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('button', { name: t('decide.approve'), exact: true }).waitFor();
    await settle();
    await page.keyboard.press('m');
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.unroute('**/assignee');
    await page.keyboard.press('m');
    await page.getByText(t('assign.to', { name: t('assign.me') })).waitFor();
    await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(0);
    await close();
  });

  it('shows a viewer everything and lets them decide nothing', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const vera = await setup.open(`/inbox/${request?.approval_id}`, {
      language,
      person: 'vera',
    });
    await vera.page.getByText(t('decide.viewer')).waitFor();
    await vera.settle();
    await vera.page.keyboard.press('a');
    await vera.settle();
    expect(await vera.page.getByRole('button', { name: t('decide.approve') }).count()).toBe(0);
    expect((await setup.api.approval(request?.approval_id ?? '')).status).toBe('pending');
    await vera.close();
  });

  it('receives events from before its stream was open', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const ken = await setup.open('/runs', { language, person: 'ken' });
    const line = Promise.withResolvers<void>();
    await ken.page.route('**/api/events*', async (route) => {
      await line.promise;
      await route.continue();
    });
    await ken.page.goto(`/inbox?run=${request?.run_id}`);
    const row = ken.page.getByRole('listitem').filter({ hasText: 'payroll.xlsx' });
    await row.waitFor();
    await ken.settle();
    const { action_digest } = await setup.api.get<{ action_digest: string }>(
      `/api/approvals/${request?.approval_id}`,
    );
    const decision = { decision: 'deny', action_digest };
    await setup.api.post(`/api/approvals/${request?.approval_id}/decision`, decision);
    line.resolve();
    const who = t('decided.other', { name: 'mika' });
    await expect.poll(() => row.textContent()).toContain(t('decided.denied', { who }));
    await ken.close();
  });

  it('loses no event when the server restarts', async () => {
    await setup.api.ask('files-poisoned');
    const { page, close } = await setup.open('/inbox', { language });
    await page.getByRole('list', { name: t('list.pending') }).waitFor();
    const offline = page.getByText(translateShell(language)('state.offline', { time: '' }).slice(0, 12));
    await setup.server.stop();
    await offline.waitFor();
    await saveScreenshot(page, `offline-${language}`);
    await setup.server.start();
    const [request] = await setup.api.ask('payments-poisoned');
    // The longer a server was unavailable, the longer the console waits before it reconnects: up to 15 seconds.
    const row = page.locator(`a[href*="${request?.approval_id}"]`);
    const show = page.locator('button[aria-keyshortcuts="."]');
    await show.click({ timeout: 40_000 });
    await row.waitFor();
    await offline.waitFor({ state: 'detached' });
    expect(await row.count()).toBe(1);
    await close();
  }, 90_000);
});

describe('a server that is unavailable for a long time', () => {
  const setup = setUpConsole();

  it('does not change the screen, and the console reconnects when it is back', async () => {
    const [known] = await setup.api.ask('files-poisoned');
    const { page, settle, close } = await setup.open('/inbox', { language: 'en' });
    const rowOf = (id = '') => page.locator(`[role=listitem] a[href*="${id}"]`);
    await rowOf(known?.approval_id).waitFor();
    await settle();
    const editor = await setup.open('/policies?profile=strict', { language: 'en' });
    await editor.page.getByRole('tab', { name: translatePolicies('en')('tab.limits') }).click();
    const writes = editor.page.getByLabel(translatePolicies('en')('limits.writes'));
    await writes.fill('7');
    await editor.settle();
    // Without a response the console polls the session and retries twice before it reports the failure.
    const unanswered = [0, 0];
    for (const [index, watched] of [page, editor.page].entries()) {
      watched.on('requestfailed', (request) => {
        if (request.url().endsWith('/api/session')) unanswered[index] = (unanswered[index] ?? 0) + 1;
      });
    }
    await setup.server.stop();
    await expect.poll(() => Math.min(...unanswered), { timeout: 40_000 }).toBeGreaterThan(2);
    await Promise.all([settle(), editor.settle()]);
    expect(await rowOf(known?.approval_id).count()).toBe(1);
    await setup.server.start();
    const [request] = await setup.api.ask('payments-poisoned');
    const show = page.locator('button[aria-keyshortcuts="."]');
    await show.click({ timeout: 40_000 });
    await rowOf(request?.approval_id).waitFor();
    await editor.settle();
    expect(await writes.inputValue()).toBe('7');
    await Promise.all([close(), editor.close()]);
  }, 120_000);
});

describe.each(LANGUAGES)('a server that is unavailable during a decision, in %s', (language) => {
  const t = translateInbox(language);
  const setup = setUpConsole();

  it('disables the buttons and keeps the typed reason until it is back', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, settle, close } = await setup.open(`/inbox/${request?.approval_id}`, { language });
    const reject = page.getByRole('button', { name: t('decide.deny'), exact: true });
    await expect.poll(() => reject.isEnabled()).toBe(true);
    await reject.click();
    const reason = page.getByLabel(t('reason.label'));
    await reason.fill('Not this file.');
    await settle();
    const submit = page.getByRole('button', { name: t('reason.submitDeny') });
    await setup.server.stop();
    await page.getByText(t('decide.offline')).waitFor({ timeout: 40_000 });
    expect(await submit.isDisabled()).toBe(true);
    await reason.press('Control+Enter');
    expect(await page.getByRole('button', { name: t('held.now') }).count()).toBe(0);
    await setup.server.start();
    await expect.poll(() => submit.isEnabled(), { timeout: 40_000 }).toBe(true);
    expect(await reason.inputValue()).toBe('Not this file.');
    await submit.click();
    await page.getByRole('button', { name: t('held.now') }).click();
    await expect
      .poll(async () => (await setup.api.approval(request?.approval_id ?? '')).comment)
      .toBe('Not this file.');
    await close();
  }, 120_000);
});

describe('the expiry of a request', () => {
  const setup = setUpConsole({ APPROVAL_TTL_SEC: '15' });

  it('closes a request that is open on the screen, in every language', async () => {
    // The request is opened before its time starts, so that a slow machine has enough time.
    const opened = await Promise.all(LANGUAGES.map((language) => setup.open('/inbox', { language })));
    const [request] = await setup.api.ask('files-poisoned');
    await Promise.all(
      LANGUAGES.map(async (language, index) => {
        const t = translateInbox(language);
        const page = opened[index]?.page;
        // The event updates the page without a reload.
        await page?.locator(`[role=listitem] a[href*="${request?.approval_id}"]`).click();
        await page?.getByRole('button', { name: t('decide.deny'), exact: true }).waitFor();
        const headline = await page?.getByRole('heading', { level: 2 }).first().textContent();
        await page?.getByText(t('decided.expired')).waitFor();
        // No other request takes the place of the one that is read.
        expect(new URL(page?.url() ?? '').pathname).toBe(`/inbox/${request?.approval_id}`);
        expect(await page?.getByRole('heading', { level: 2 }).first().textContent()).toBe(headline);
        await expect.poll(() => page?.getByRole('button', { name: t('decide.approve') }).count()).toBe(0);
        await page?.keyboard.press('a');
        await opened[index]?.settle();
        expect(await page?.getByRole('button', { name: t('held.now') }).count()).toBe(0);
        if (page) await saveScreenshot(page, `expired-${language}`);
      }),
    );
    await Promise.all(opened.map(({ close }) => close()));
  });
});
