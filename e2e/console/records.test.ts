import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keepScreenshot } from './harness/keep-screenshot.ts';
import { LANGUAGES, speakAudit, speakRuns } from './harness/speak.ts';
import { setStage } from './harness/set-stage.ts';

const stage = setStage();

describe.each(LANGUAGES)('runs, in %s', (language) => {
  const say = speakRuns(language);

  it('finds a run, draws it, and links to one step of it', async () => {
    const [request] = await stage.api.ask('payments-poisoned');
    const { page, close } = await stage.open('/runs', { language });
    await page.getByLabel(say('list.search')).fill('payment');
    await page
      .getByRole('link', { name: /payment-clerk/u })
      .first()
      .click();
    const chart = page.getByRole('group', { name: say('timeline.label') });
    await chart.getByText('get_invoice').first().waitFor();
    await chart.getByText(say('legend.frame')).waitFor();
    await chart.getByText('transfer_money').first().click();
    await page.waitForURL(/span=/u);
    const step = page.getByRole('complementary');
    await step.getByText('transfer_money').first().waitFor();
    await page.reload();
    await step.getByText('transfer_money').first().waitFor();
    // The address stores the choice, so the box is checked only after the address has changed.
    await page.getByLabel(say('timeline.failed')).click();
    await page.getByRole('checkbox', { name: say('timeline.failed'), checked: true }).waitFor();
    await expect.poll(() => chart.getByText('get_invoice').count()).toBe(0);
    await keepScreenshot(page, `run-step-${language}`);
    expect(page.url()).toContain(request?.run_id);
    await close();
  });

  it('shows changes live, without a reload', async () => {
    const [request] = await stage.api.ask('files-poisoned');
    const { page, close } = await stage.open(`/runs/${request?.run_id}`, { language });
    await page.getByText(say('status.suspended'), { exact: true }).waitFor();
    const { action_digest } = await stage.api.get<{ action_digest: string }>(
      `/api/approvals/${request?.approval_id}`,
    );
    await stage.api.post(`/api/approvals/${request?.approval_id}/decision`, {
      decision: 'approve',
      action_digest,
    });
    await page.getByText(say('status.done'), { exact: true }).waitFor();
    await page.getByRole('heading', { name: say('run.output') }).waitFor();
    await expect.poll(() => page.getByText(say('status.suspended'), { exact: true }).count()).toBe(0);
    await close();
  });

  it('downloads its records as JSONL', async () => {
    const [request] = await stage.api.ask('files-poisoned');
    const { page, close } = await stage.open(`/runs/${request?.run_id}`, { language });
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: say('run.download') }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { run_id: string }).run_id)).toContain(request?.run_id);
    await close();
  });
});

describe.each(LANGUAGES)('audit, in %s', (language) => {
  const say = speakAudit(language);

  it('verifies the chain, and creates a checkpoint', async () => {
    await stage.api.ask('files-poisoned');
    const { page, close } = await stage.open('/audit', { language });
    await page.getByRole('button', { name: say('verify.action') }).click();
    const [before = ''] = say('verify.ok', { count: 0, checkpoints: 0 }).split('0');
    await page.getByText(before).waitFor();
    await page.getByRole('button', { name: say('checkpoint.title') }).click();
    await page.getByRole('button', { name: say('checkpoint.make') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('cell').first().waitFor();
    await keepScreenshot(page, `checkpoint-${language}`);
    expect(await dialog.getByRole('row').count()).toBeGreaterThan(1);
    await close();
  });

  it('names the first invalid record, and shows it', async () => {
    const { page, close } = await stage.open('/audit', { language });
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
    await page.getByRole('button', { name: say('verify.action') }).click();
    await page.getByText(say('verify.bad', { seq: 2, why: 'hash' })).waitFor();
    await page.getByRole('button', { name: say('verify.show', { seq: 2 }) }).click();
    await page.getByRole('heading', { name: say('detail.title', { seq: 2 }) }).waitFor();
    await expect.poll(() => page.url()).toContain('seq=2');
    await close();
  });

  it('searches by event, and links to a record', async () => {
    await stage.api.ask('files-poisoned');
    const { page, close } = await stage.open('/audit?event=approval.requested', { language });
    const list = page.getByRole('list', { name: say('list.label') });
    await list.getByText(say('event.approval.requested'), { exact: true }).first().waitFor();
    expect(await list.getByText(say('event.run.started'), { exact: true }).count()).toBe(0);
    await list.getByRole('link').first().click();
    await page.waitForURL(/seq=\d+/u);
    await page.reload();
    await page.getByRole('complementary').getByText('approval.requested').first().waitFor();
    await close();
  });
});
