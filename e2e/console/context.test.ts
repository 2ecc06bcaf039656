import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { choose } from './harness/choose.ts';
import { findViolations } from './harness/find-violations.ts';
import { PROGRAM_APPLICATION, runOtherProgram } from './harness/run-other-program.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import {
  LANGUAGES,
  translateContext,
  translateRecord,
  translateRuns,
  translateTerms,
} from './harness/translate-screens.ts';

describe.each(LANGUAGES)('the context of a request, in %s', (language) => {
  const setup = setUpConsole({ TOKEN_PRICES: '*:1000:2000' });
  const tc = translateContext(language);
  const tr = translateRecord(language);
  const runs = translateRuns(language);
  const term = translateTerms(language);

  it('shows the passage that a value came from, with the value marked, and names of arguments as code', async () => {
    const [request] = await setup.api.ask('payments-poisoned');
    const { page, settle, complaints, close } = await setup.open(`/inbox/${request?.approval_id}`, {
      language,
    });
    const passage = page.locator('blockquote');
    await passage.waitFor();
    await settle();
    const marked = await passage.locator('mark').textContent();
    expect(await passage.textContent()).toContain(marked);
    expect((marked ?? '').length).toBeGreaterThan(3);
    expect(await page.locator('h3#path code').count()).toBe(1);
    // Requester, agent, application, task and evidence are visible without scrolling.
    for (const part of [page.locator('header dl').first(), passage]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(860);
    }
    await saveScreenshot(page, `context-request-${language}`);
    await page.getByText(tc('title'), { exact: true }).click();
    const conversation = page.getByRole('list', { name: tc('title') });
    await conversation.locator('mark[data-passage]').first().waitFor();
    expect(await conversation.getByText(tc('output'), { exact: true }).count()).toBeGreaterThan(0);
    await saveScreenshot(page, `context-conversation-${language}`);
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
    const { items } = await setup.api.get<{ items: { data: { by: string; approval_id: string } }[] }>(
      '/api/audit?event=context.viewed',
    );
    expect(items.map(({ data }) => [data.by, data.approval_id])).toContainEqual([
      'mika',
      request?.approval_id,
    ]);
  });

  it('does not show the passage to a viewer', async () => {
    const [request] = await setup.api.ask('payments-poisoned');
    const { page, close } = await setup.open(`/inbox/${request?.approval_id}`, { language, person: 'vera' });
    await page.getByText(tc('forbidden')).waitFor();
    expect(await page.locator('blockquote').count()).toBe(0);
    await close();
  });

  it('lists a run of another program with its task and true state, also after the decision', async () => {
    const [request] = await runOtherProgram(setup.server, [
      { name: 'pay', arguments: { account: 'XX-6666-0000', memo: 'Invoice' } },
    ]);
    const { page, settle, close } = await setup.open('/runs', { language });
    const row = page.getByRole('listitem').filter({ hasText: PROGRAM_APPLICATION });
    await row.getByText('Handle the mails.').waitFor();
    await row.getByText(runs('state.waiting')).waitFor();
    await saveScreenshot(page, `context-runs-${language}`);
    const { action_digest } = await setup.api.get<{ action_digest: string }>(
      `/api/approvals/${request?.approval_id}`,
    );
    await setup.api.post(`/api/approvals/${request?.approval_id}/decision`, {
      decision: 'deny',
      action_digest,
    });
    await row.getByText(runs('state.decided')).waitFor();
    await choose(page, runs('list.application'), PROGRAM_APPLICATION);
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'file-clerk' }).count()).toBe(0);
    await row.getByText('Handle the mails.').waitFor();
    await settle();
    expect(await findViolations(page)).toEqual([]);
    // The run itself: cost and tokens, and the decision of the gate with its effect, rules, facts and origins.
    await row.getByRole('link').click();
    await page.getByText(runs('fact.cost'), { exact: true }).waitFor();
    await page.getByText(runs('fact.tokens'), { exact: true }).waitFor();
    await page
      .getByText(`‖ ${runs('kind.gate')}: pay`)
      .first()
      .click();
    const step = page.getByRole('complementary');
    await step.getByRole('tab', { name: runs('detail.gate') }).click();
    await step.getByText('origin.account').first().waitFor();
    await step.getByText(term('origin.model')).first().waitFor();
    await step.getByText('account = model').first().waitFor();
    await settle();
    await saveScreenshot(page, `context-foreign-run-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await close();
  });

  it('shows the input and output of each step of a run, and a stopped call that is not green', async () => {
    const [request] = await setup.api.ask('payments-poisoned');
    const { page, settle, close } = await setup.open(`/runs/${request?.run_id}`, { language });
    const chart = page.getByRole('tree').or(page.locator('[aria-label]')).first();
    await chart.waitFor();
    // The step that explains why the run waits is open without a click.
    const step = page.getByRole('complementary');
    await step.getByRole('heading', { name: `${runs('kind.gate')}: ${request?.tool_id}` }).waitFor();
    await page
      .getByText(`‖ ${runs('kind.gate')}: ${request?.tool_id}`)
      .first()
      .click();
    await step.getByText(runs('span.asked')).first().waitFor();
    await step.getByRole('tab', { name: runs('detail.gate') }).click();
    await step.getByText(runs('detail.rules')).waitFor();
    await page
      .getByText(/get_invoice/)
      .first()
      .click();
    await step.getByRole('tab', { name: runs('detail.output') }).click();
    await step.getByRole('button', { name: runs('detail.load') }).click();
    await step.locator('pre').first().waitFor();
    await page.getByRole('list', { name: tc('title') }).waitFor();
    await settle();
    await saveScreenshot(page, `context-run-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await close();
  });

  it('becomes a decision record with what was seen, edited and executed', async () => {
    const [request] = await setup.api.ask('files-poisoned');
    const id = request?.approval_id ?? '';
    await setup.api.post(`/api/runs/${request?.run_id}/context`, { approval_id: id });
    const { action_digest } = await setup.api.get<{ action_digest: string }>(`/api/approvals/${id}`);
    await setup.api.post(`/api/approvals/${id}/decision`, {
      decision: 'approve',
      action_digest,
      edited_arguments: { path: 'drafts/old.txt' },
    });
    await setup.api.runUntil(request?.run_id ?? '', 'done');
    const { page, settle, complaints, close } = await setup.open(`/history/${id}`, { language });
    await page
      .getByText(/drafts\/old\.txt/)
      .first()
      .waitFor();
    await page
      .getByText(tr('event.context.viewed', { entries: 0 }).split(/[（(]/u)[0] ?? '')
      .first()
      .waitFor();
    await page.getByText(tr('event.approval.approved'), { exact: true }).waitFor();
    await page.locator('ins', { hasText: 'drafts/old.txt' }).waitFor();
    expect(await page.getByText(tr('notVerified')).count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: tr('json') }).click();
    const record: unknown = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    expect(record).toMatchObject({ verification: { ok: true }, request: { decided_by: { id: 'mika' } } });
    await settle();
    await saveScreenshot(page, `context-record-${language}`);
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)('fits a phone, in %s', async (theme) => {
    const [request] = await setup.api.ask('payments-poisoned');
    for (const [name, path] of [
      ['request', `/inbox/${request?.approval_id}`],
      ['run', `/runs/${request?.run_id}`],
      ['runs', '/runs'],
      ['record', `/history/${request?.approval_id}`],
    ] as const) {
      const { page, settle, close } = await setup.open(path, { language, theme, phone: true });
      await settle();
      const [inner, outer] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect(inner).toBe(outer);
      await saveScreenshot(page, `context-phone-${name}-${theme}-${language}`);
      expect(await findViolations(page)).toEqual([]);
      await close();
    }
  });
});
