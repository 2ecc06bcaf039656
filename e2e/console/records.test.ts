import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { LANGUAGES, translateAudit, translateInbox, translateRuns } from './harness/translate-screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';

const setup = setUpConsole();

describe.each(LANGUAGES)('runs, in %s', (language) => {
  const t = translateRuns(language);

  it('finds a run, draws it, and links to one step of it', async () => {
    const [request] = await setup.api.ask('payments-poisoned');
    const { page, close } = await setup.open('/runs', { language });
    await page.getByLabel(t('list.search')).fill('payment');
    await page
      .getByRole('link', { name: /payment-clerk/u })
      .first()
      .click();
    const chart = page.getByRole('group', { name: t('timeline.label') });
    await chart.getByText('get_invoice').first().waitFor();
    await chart.getByText(t('legend.frame')).waitFor();
    await chart.getByText('transfer_money').first().click();
    await page.waitForURL(/span=/u);
    const step = page.getByRole('complementary');
    await step.getByText('transfer_money').first().waitFor();
    await page.reload();
    await step.getByText('transfer_money').first().waitFor();
    // The address stores the choice, so the box is checked only after the address has changed.
    await page.getByLabel(t('timeline.failed')).click();
    await page.getByRole('checkbox', { name: t('timeline.failed'), checked: true }).waitFor();
    await expect.poll(() => chart.getByText('get_invoice').count()).toBe(0);
    await saveScreenshot(page, `run-step-${language}`);
    expect(page.url()).toContain(request?.run_id);
    await close();
  });

  it('shows changes live, without a reload', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, close } = await setup.open(`/runs/${request?.run_id}`, { language });
    // The legend of the timeline contains the names of states, too.
    const state = page.getByRole('heading', { level: 1 });
    await state.getByText(t('state.waiting'), { exact: true }).waitFor();
    const { action_digest } = await setup.api.get<{ action_digest: string }>(
      `/api/approvals/${request?.approval_id}`,
    );
    await setup.api.post(`/api/approvals/${request?.approval_id}/decision`, {
      decision: 'approve',
      action_digest,
    });
    await state.getByText(t('state.done'), { exact: true }).waitFor();
    await page.getByRole('heading', { name: t('run.output') }).waitFor();
    await expect.poll(() => state.getByText(t('state.waiting'), { exact: true }).count()).toBe(0);
    await close();
  });

  it('downloads its records as JSONL', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const { page, close } = await setup.open(`/runs/${request?.run_id}`, { language });
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: t('run.download') }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { run_id: string }).run_id)).toContain(request?.run_id);
    await close();
  });
});

describe.each(LANGUAGES)('the history, in %s', (language) => {
  const t = translateInbox(language);
  const deny = async (scenario: string, comment: string) => {
    const [request] = await setup.api.ask(scenario, 1, language);
    const id = request?.approval_id ?? '';
    const { action_digest } = await setup.api.get<{ action_digest: string }>(`/api/approvals/${id}`);
    await setup.api.post(`/api/approvals/${id}/decision`, { decision: 'deny', action_digest, comment });
    return id;
  };

  it('is searched on the server, by reason and by person', async () => {
    const reason = `unlikely-reason-${language}`;
    const id = await deny('files-poisoned', reason);
    await deny('payments-poisoned', 'other');
    const { page, close } = await setup.open('/inbox/history', { language });
    const rows = page.getByRole('list', { name: t('list.history') }).getByRole('listitem');
    await rows.nth(1).waitFor();
    await page.getByLabel(t('search.label')).fill(`${reason} mika`);
    await expect.poll(() => rows.count()).toBe(1);
    await rows.locator(`a[href*="${id}"]`).waitFor();
    await close();
  });

  it('opens the row that is clicked directly after typing', async () => {
    const id = await deny('files-poisoned', 'first');
    await deny('payments-poisoned', 'second');
    const { page, close } = await setup.open('/inbox/history', { language });
    const row = page.getByRole('list', { name: t('list.history') }).locator(`a[href*="${id}"]`);
    await row.waitFor();
    const box = await row.boundingBox();
    if (box === null) throw new Error('The row is not displayed.');
    await page.mouse.move(box.x + 40, box.y + 10);
    await page.getByLabel(t('search.label')).focus();
    await page.keyboard.type('first');
    // The press ends the search; the list must not change before the release.
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL((url) => url.pathname.endsWith(id) && url.searchParams.has('q'));
    expect(new URL(page.url()).searchParams.get('q')).toBe('first');
    await close();
  });
});

describe.each(LANGUAGES)('audit, in %s', (language) => {
  const t = translateAudit(language);

  it('verifies the chain, and creates a checkpoint', async () => {
    await setup.api.ask('files-poisoned');
    const { page, close } = await setup.open('/audit', { language });
    await page.getByRole('button', { name: t('verify.action') }).click();
    const [before = ''] = t('verify.ok', { count: 0, checkpoints: 0 }).split('0');
    await page.getByText(before).waitFor();
    await page.getByRole('button', { name: t('checkpoint.title') }).click();
    await page.getByRole('button', { name: t('checkpoint.make') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('cell').first().waitFor();
    await saveScreenshot(page, `checkpoint-${language}`);
    expect(await dialog.getByRole('row').count()).toBeGreaterThan(1);
    await close();
  });

  it('names the first invalid record, and shows it', async () => {
    const { page, close } = await setup.open('/audit', { language });
    await page.route('**/api/audit/verify', (route) =>
      route.fulfill({
        json: {
          ok: false,
          records: 9,
          checkpoints: 0,
          head: { seq: 9, hash: 'x' },
          first_bad: { seq: 2, why: 'hash' },
          took_ms: 3,
        },
      }),
    );
    await page.getByRole('button', { name: t('verify.action') }).click();
    await page.getByText(t('verify.bad', { seq: 2, why: 'hash' })).waitFor();
    await page.getByRole('button', { name: t('verify.show', { seq: 2 }) }).click();
    await page.getByRole('heading', { name: t('detail.title', { seq: 2 }) }).waitFor();
    await expect.poll(() => page.url()).toContain('seq=2');
    await close();
  });

  it('searches by event, and links to a record', async () => {
    await setup.api.ask('files-poisoned');
    const { page, close } = await setup.open('/audit?event=approval.requested', { language });
    const list = page.getByRole('list', { name: t('list.label') });
    await list.getByText(t('event.approval.requested'), { exact: true }).first().waitFor();
    expect(await list.getByText(t('event.run.started'), { exact: true }).count()).toBe(0);
    await list.getByRole('link').first().click();
    await page.waitForURL(/seq=\d+/u);
    await page.reload();
    await page.getByRole('complementary').getByText('approval.requested').first().waitFor();
    await close();
  });
});
