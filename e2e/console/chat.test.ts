import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from './harness/find-violations.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { LANGUAGES, translateChat } from './harness/translate-screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';

const setup = setUpConsole({ RATE_LIMIT_PER_MINUTE: '500' });

describe.each(LANGUAGES)('the chat, in %s', (language) => {
  const t = translateChat(language);
  const field = (page: Page) => page.getByRole('textbox', { name: t('input.label') });

  /** Sends a message and waits for the response. */
  const send = async (page: Page, message: string) => {
    const answers = page.getByRole('log').getByRole('listitem');
    const before = await answers.count();
    await field(page).fill(message);
    await field(page).press('Enter');
    await answers.nth(before + 1).waitFor();
  };

  const interview = async (page: Page) => {
    await send(page, 'エンジニアの中途採用を計画したいです。');
    await send(page, '業種はIT、期限は2027-03-31です');
    await page.getByRole('button', { name: t('create.action') }).waitFor();
  };

  it('hides the JSON and shows missing information as chips that insert text', async () => {
    const { page, complaints, close } = await setup.open('/chat', { language });
    await send(page, '採用のプロセスを作りたい');
    const chips = page.getByRole('group', { name: t('chips.label') }).getByRole('button');
    const what = (await chips.first().textContent()) ?? '';
    await chips.first().click();
    await expect.poll(() => field(page).inputValue()).toBe(`${what}: `);
    expect(await page.getByRole('log').textContent()).not.toMatch(/stepTemplates|```|missing_information/);
    await saveScreenshot(page, `chat-chips-${language}`);
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('does not send with the Enter key that ends a conversion', async () => {
    const { page, close } = await setup.open('/chat', { language });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await field(page).focus();
    const keys = await page.context().newCDPSession(page);
    await keys.send('Input.imeSetComposition', { text: 'さいよう', selectionStart: 4, selectionEnd: 4 });
    await keys.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Enter',
      code: 'Enter',
      windowsVirtualKeyCode: 229,
    });
    await keys.send('Input.insertText', { text: '採用' });
    expect(await field(page).inputValue()).toBe('採用');
    expect(sent).toEqual([]);
    await field(page).press('Enter');
    await page.getByRole('log').getByText('採用').first().waitFor();
    expect(sent.some((url) => url.endsWith('/messages'))).toBe(true);
    await close();
  });

  it('shows the draft as a table, a graph and a Gantt chart, with the changes since the last one', async () => {
    const { page, complaints, close } = await setup.open('/chat', { language });
    await interview(page);
    await page.getByRole('table', { name: t('step.table') }).waitFor();
    await send(page, '「適性検査」を追加してください');
    const changes = page.getByRole('group').filter({ hasText: '適性検査' });
    await changes.getByText(t('diff.added')).first().waitFor();
    await saveScreenshot(page, `chat-draft-${language}`);
    await page.getByRole('tab', { name: t('view.gantt') }).click();
    const chart = page.getByRole('group', { name: t('gantt.label') });
    await chart.getByRole('button').first().focus();
    await page.keyboard.press('ArrowDown');
    await chart.getByRole('button').nth(1).and(page.locator(':focus')).waitFor();
    await chart.getByRole('table').getByRole('row').nth(7).waitFor({ state: 'attached' });
    await saveScreenshot(page, `chat-gantt-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: t('view.graph') }).click();
    await page.locator('.react-flow__node').nth(6).waitFor();
    await page.locator('.react-flow__edge').first().waitFor({ state: 'attached' });
    await saveScreenshot(page, `chat-graph-${language}`);
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('edits the draft, undoes and redoes changes, and keeps the edit after a reload', async () => {
    const { page, close } = await setup.open('/chat', { language });
    await interview(page);
    await page.getByRole('button', { name: t('draft.edit'), exact: true }).click();
    const name = page.getByRole('textbox', { name: t('step.nameOf', { seq: 2 }) });
    const before = await name.inputValue();
    await name.fill('面談の準備');
    await name.press('Enter');
    await page.getByText(t('draft.byHand')).waitFor();
    await page.getByRole('button', { name: t('step.down', { seq: 2 }) }).click();
    const third = page.getByRole('textbox', { name: t('step.nameOf', { seq: 3 }) });
    await expect.poll(() => third.inputValue()).toBe('面談の準備');
    await page.getByRole('alert').getByText(/3|2/).first().waitFor();
    await page.getByRole('button', { name: t('draft.undo') }).click();
    await expect.poll(() => name.inputValue()).toBe('面談の準備');
    await page.getByRole('button', { name: t('draft.undo') }).click();
    await expect.poll(() => name.inputValue()).toBe(before);
    await page.getByRole('button', { name: t('draft.redo') }).click();
    await expect.poll(() => name.inputValue()).toBe('面談の準備');
    await page.getByRole('button', { name: t('diff.tell') }).click();
    await expect.poll(() => field(page).inputValue()).toContain(`${before} → 面談の準備`);
    await page.waitForURL('**session=**');
    await page.reload();
    await page
      .getByRole('table', { name: t('step.table') })
      .getByText('面談の準備')
      .waitFor();
    await saveScreenshot(page, `chat-edit-${language}`);
    await close();
  });

  it('creates a template from the draft, starts a case, replans it and exports files', async () => {
    const { page, complaints, close } = await setup.open('/chat', { language });
    await interview(page);
    const name = `採用 ${language}`;
    await page.getByRole('textbox', { name: t('draft.name') }).fill(name);
    await page.getByRole('button', { name: t('create.action') }).click();
    await page.getByText(t('create.done', { name })).waitFor();
    await page.getByLabel(t('start.goal')).first().fill('2027-03-31');
    await page
      .getByRole('button', { name: t('start.action'), exact: true })
      .first()
      .click();
    await page.getByRole('heading', { name: t('replan.title') }).waitFor();
    await saveScreenshot(page, `chat-case-${language}`);
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole('checkbox', { name: t('step.lockOf', { seq: 1 }) }).click();
    await page.getByRole('checkbox', { name: t('step.lockOf', { seq: 1 }), checked: true }).waitFor();
    const replan = page.getByRole('region', { name: t('replan.title') });
    await replan.getByLabel(t('start.goal')).fill('2027-04-30');
    await replan.getByRole('button', { name: t('replan.preview') }).click();
    await replan.getByRole('table', { name: t('replan.moves') }).waitFor();
    await saveScreenshot(page, `chat-replan-${language}`);
    await replan.getByRole('button', { name: /\d/ }).click();
    await page.getByRole('heading', { name }).waitFor();
    await page.getByText(/2027/).first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: t('case.export.csv') }).click(),
    ]);
    expect(readFileSync((await file.path()) ?? '', 'utf8')).toContain('採用要件の定義');
    expect(complaints).toEqual([]);
    await close();
  });

  it('offers a free name when the name is in use', async () => {
    const taken = `既存 ${language}`;
    const stepTemplates = [{ seq: 1, name: '準備', basis: 'goal', offsetDays: -1 }];
    await setup.api.post('/process-templates', { name: taken, stepTemplates });
    const { page, close } = await setup.open('/chat', { language });
    await interview(page);
    await page.getByRole('textbox', { name: t('draft.name') }).fill(taken);
    await page.getByRole('button', { name: t('create.action') }).click();
    const proposal = `${taken} (2)`;
    await page.getByRole('button', { name: t('create.useName', { name: proposal }) }).click();
    await page.getByRole('heading', { name: proposal }).waitFor();
    await page.getByText(t('create.done', { name: proposal })).waitFor();
    expect(new URL(page.url()).pathname).toBe('/chat/templates');
    expect(await findViolations(page)).toEqual([]);
    await close();
  });

  it('shows markup from any source as text', async () => {
    const { page, complaints, close } = await setup.open('/chat', { language });
    const attack = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
    await send(page, `${attack} [x](javascript:window.hit=1)`);
    await page.getByRole('log').getByText('<img src=x', { exact: false }).first().waitFor();
    await interview(page);
    await page.getByRole('button', { name: t('draft.edit'), exact: true }).click();
    const step = page.getByRole('textbox', { name: t('step.nameOf', { seq: 1 }) });
    await step.fill(attack);
    await step.press('Enter');
    await page.getByRole('button', { name: t('draft.done') }).click();
    for (const view of ['graph', 'gantt', 'table'] as const) {
      await page.getByRole('tab', { name: t(`view.${view}`) }).click();
      await page.getByText('<img src=x', { exact: false }).last().waitFor();
    }
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(await page.locator('main img, main script, main a[href^="javascript"]').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('lists earlier conversations by their first message and works on a phone', async () => {
    const { page, close } = await setup.open('/chat', { language, phone: true, theme: 'dark' });
    const firstMessage = `倉庫係の採用を計画したい ${language}`;
    await send(page, firstMessage);
    // Without a draft there is no plan to switch to.
    expect(await page.getByRole('button', { name: t('pane.plan') }).count()).toBe(0);
    await page.goto('/chat');
    await page.getByText(t('sessions.title'), { exact: true }).click();
    await page.getByRole('link', { name: firstMessage }).click();
    await page.getByRole('log').getByText(firstMessage).waitFor();
    await send(page, '業種はIT、期限は2027-03-31です');
    await page.getByRole('button', { name: t('pane.plan') }).click();
    await page
      .getByRole('textbox', { name: t('draft.name') })
      .first()
      .waitFor();
    await saveScreenshot(page, `chat-phone-${language}`);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await close();
  });
});
