import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from './harness/find-violations.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { LANGUAGES, translateChat, translateShell } from './harness/translate-screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';

const setup = setUpConsole({ RATE_LIMIT_PER_MINUTE: '500' });
const stepTemplates = [
  { seq: 1, name: '準備', basis: 'goal', offsetDays: -5 },
  { seq: 2, name: '実施', basis: 'prev', offsetDays: 3, dependsOn: [1] },
];

describe.each(LANGUAGES)('stored data of the chat, in %s', (language) => {
  const t = translateChat(language);
  const shell = translateShell(language);
  const dialog = (page: Page) => page.getByRole('dialog');
  const confirm = (page: Page) =>
    dialog(page).getByRole('button', { name: t('manage.delete.action'), exact: true });
  const cancel = (page: Page) => dialog(page).getByRole('button', { name: shell('action.cancel') });

  const makeSession = async (message: string) => {
    const { id } = await setup.api.post<{ id: string }>('/ai-agent/sessions', {});
    await setup.api.post(`/ai-agent/sessions/${id}/messages`, { message });
    return id;
  };
  const makeTemplate = (name: string) =>
    setup.api.post<{ id: string }>('/process-templates', { name, stepTemplates });

  it('renames, finds and deletes a conversation, by keyboard and only after a confirmation', async () => {
    const words = `倉庫の移転 ${language}`;
    const id = await makeSession(words);
    const { page, complaints, close } = await setup.open(`/chat?session=${id}`, { language });
    const list = page.getByRole('navigation', { name: t('sessions.title') }).filter({ visible: true });
    await list.getByRole('button', { name: t('manage.rename', { name: words }) }).focus();
    await page.keyboard.press('Enter');
    const name = `ＡＰＩ移行 ${language}`;
    await dialog(page).getByRole('textbox').fill(name);
    await page.keyboard.press('Enter');
    await list.getByRole('link', { name }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    const field = list.getByRole('searchbox', { name: t('sessions.search') });
    await field.fill('どこにもない');
    await list.getByText(t('manage.none', { text: 'どこにもない' })).waitFor();
    await field.fill(`api移行 ${language}`);
    await list.getByRole('link', { name }).waitFor();
    await expect.poll(() => list.getByRole('link').count()).toBe(2);

    const remove = list.getByRole('button', { name: t('manage.delete', { name }) });
    await remove.focus();
    await page.keyboard.press('Enter');
    await cancel(page).and(page.locator(':focus')).waitFor();
    await saveScreenshot(page, `chat-delete-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await remove.and(page.locator(':focus')).waitFor();
    await list.getByRole('link', { name }).waitFor();
    await remove.click();
    await confirm(page).click();
    await page.getByText(t('manage.deleted', { name })).first().waitFor();
    await page.waitForURL((url) => !url.search.includes(id));
    await page.getByRole('heading', { name: t('talk.empty.title') }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens a conversation at the message that a search found', async () => {
    await makeSession(`別の相談 ${language}`);
    const id = await makeSession(`社内の備品棚 ${language}`);
    for (const message of ['業種は小売です', `キーボード${language} 40 台`, 'ありがとう', 'さようなら'])
      await setup.api.post(`/ai-agent/sessions/${id}/messages`, { message });
    const { page, close } = await setup.open('/chat', { language });
    const list = page.getByRole('navigation', { name: t('sessions.title') }).filter({ visible: true });
    const field = list.getByRole('searchbox', { name: t('sessions.search') });
    const found = page.getByRole('log').locator('[aria-current=true]');
    for (const [text, message] of [
      [`ｷｰﾎﾞｰﾄﾞ${language}`, `キーボード${language} 40 台`],
      [`備品棚 ${language}`, `社内の備品棚 ${language}`],
    ] as const) {
      await field.fill(text);
      await expect.poll(() => list.getByRole('link').count()).toBe(2);
      await list.getByRole('link', { name: `社内の備品棚 ${language}` }).click();
      await found.getByText(message).waitFor();
      await expect.poll(async () => (await found.boundingBox())?.y ?? -1).toBeGreaterThan(0);
      // Beside a draft there is no space for the list, so it is closed.
      await page.getByText(t('sessions.title'), { exact: true }).click();
    }
    await close();
  });

  it('reports that a conversation was deleted elsewhere', async () => {
    const id = await makeSession('すぐに消える相談');
    await setup.api.remove(`/ai-agent/sessions/${id}`);
    const { page, close } = await setup.open(`/chat?session=${id}`, { language });
    await page
      .getByRole('alert')
      .getByRole('button', { name: shell('state.retry') })
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    await close();
  });

  it('shows the steps of a template as a table and a graph, with the dates for the chosen goal', async () => {
    await makeTemplate(`展示会 ${language}`);
    const { page, complaints, close } = await setup.open('/chat/templates', { language });
    const card = page.getByRole('listitem').filter({ hasText: `展示会 ${language}` });
    const cells = card.getByRole('table').getByRole('cell');
    await cells.filter({ hasText: '実施' }).waitFor();
    await card.getByLabel(t('start.goal')).fill('2027-03-31');
    await cells
      .filter({ hasText: /2027|3月|Mar/u })
      .first()
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    await card.getByRole('tab', { name: t('view.graph') }).click();
    await card.locator('.react-flow__node').nth(1).waitFor();
    await page.waitForURL(/view=graph/u);
    await card.getByRole('tab', { name: t('view.gantt') }).click();
    await card.getByRole('button', { name: /実施/u }).first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('edits a template with its steps, offers a free name, and does not delete one with cases', async () => {
    const name = `改善 ${language}`;
    const taken = `既存の手順 ${language}`;
    await makeTemplate(taken);
    const { id } = await makeTemplate(name);
    const started = await setup.api.post<{ id: string; name: string }>(`/process-templates/${id}/cases`, {
      goalDate: '2027-03-31',
    });
    const { page, close } = await setup.open('/chat/templates', { language });
    await page.getByRole('searchbox', { name: t('templates.search') }).fill(language);
    const edit = (which: string) =>
      page.getByRole('button', { name: t('templates.editOf', { name: which }) });
    await edit(name).click();
    const form = page.getByRole('form', { name: t('templates.editOf', { name }) });
    await form.getByRole('textbox', { name: t('draft.name'), exact: true }).fill(taken);
    const second = form.getByRole('textbox', { name: t('step.nameOf', { seq: 2 }) });
    await second.fill('実施と報告');
    await second.press('Tab');
    await form.getByRole('button', { name: t('manage.save') }).click();
    const proposal = `${taken} (2)`;
    await form.getByRole('button', { name: t('create.useName', { name: proposal }) }).waitFor();
    await saveScreenshot(page, `chat-template-edit-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await form.getByRole('button', { name: t('create.useName', { name: proposal }) }).click();
    await page
      .getByText(t('manage.saved', { name: proposal }))
      .first()
      .waitFor();
    await page.getByRole('cell', { name: /実施と報告/u }).waitFor();

    const remove = page.getByRole('button', { name: t('manage.delete', { name: proposal }) });
    await remove.click();
    await confirm(page).click();
    await dialog(page).getByRole('alert').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await cancel(page).click();

    await page.goto(`/chat/cases/${started.id}`);
    const renamed = `改善の案件 ${language}`;
    await page.getByRole('button', { name: t('manage.rename', { name: started.name }) }).click();
    await dialog(page).getByRole('textbox').fill(renamed);
    await dialog(page)
      .getByRole('button', { name: t('manage.save') })
      .click();
    await page.getByRole('heading', { name: renamed }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: t('manage.delete', { name: renamed }) }).click();
    await confirm(page).click();
    await page
      .getByText(t('manage.deleted', { name: renamed }))
      .first()
      .waitFor();

    await page.goto('/chat/templates');
    await page.getByRole('button', { name: t('manage.delete', { name: proposal }) }).click();
    await confirm(page).click();
    await page
      .getByText(t('manage.deleted', { name: proposal }))
      .first()
      .waitFor();
    await page.getByRole('heading', { name: proposal }).waitFor({ state: 'detached' });
    await close();
  });

  it('shows a conflict when another user has changed a template', async () => {
    const name = `競合 ${language}`;
    const { id } = await makeTemplate(name);
    const { page, close } = await setup.open('/chat/templates', { language });
    await page.getByRole('button', { name: t('templates.editOf', { name }) }).click();
    await setup.api.patch(`/process-templates/${id}`, { version: 1, name: `${name} 2` });
    const form = page.getByRole('form');
    await form.getByRole('textbox', { name: t('draft.name'), exact: true }).fill(`${name} 3`);
    await form.getByRole('button', { name: t('manage.save') }).click();
    await form.locator('[aria-invalid=true]').waitFor();
    const { name: kept } = await setup.api.get<{ name: string }>(`/process-templates/${id}`);
    expect(kept).toBe(`${name} 2`);
    await close();
  });

  it('rates a response with a comment, keeps the rating after a reload, and removes it', async () => {
    const id = await makeSession(`評価のための相談 ${language}`);
    const { page, complaints, close } = await setup.open(`/chat?session=${id}`, { language });
    const rating = page.getByRole('group', { name: t('feedback.label') });
    await rating.getByRole('button', { name: t('feedback.bad') }).focus();
    await page.keyboard.press('Space');
    await rating.getByRole('button', { name: t('feedback.bad'), pressed: true }).waitFor();
    await rating.getByRole('button', { name: t('feedback.add') }).click();
    await page.getByRole('textbox', { name: t('feedback.comment') }).fill('期限の質問が抜けています。');
    await page.getByRole('button', { name: t('manage.save') }).click();
    await page.getByText('期限の質問が抜けています。').waitFor();
    await saveScreenshot(page, `chat-feedback-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.reload();
    await page.getByText('期限の質問が抜けています。').waitFor();
    await rating.getByRole('button', { name: t('feedback.good') }).click();
    await rating.getByRole('button', { name: t('feedback.good'), pressed: true }).waitFor();
    await rating.getByRole('button', { name: t('feedback.good') }).click();
    await rating.getByRole('button', { name: t('feedback.good'), pressed: false }).waitFor();
    await page.getByText('期限の質問が抜けています。').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports that a rating was not stored', async () => {
    const id = await makeSession(`保存できない評価 ${language}`);
    const { page, close } = await setup.open(`/chat?session=${id}`, { language });
    await page.route('**/feedback', (route) => route.abort());
    await page.getByRole('button', { name: t('feedback.good') }).click();
    await page.getByRole('alert').getByText(t('feedback.failed')).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await close();
  });
});

describe.each(LANGUAGES)('a response with a warning, in %s', (language) => {
  // No server listens at this address, so every attempt fails.
  const unreachable = setUpConsole({
    AI_AGENT_MODE: 'openai',
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  });

  it('explains why only the fixed text is displayed', async () => {
    const t = translateChat(language);
    const { id } = await unreachable.api.post<{ id: string }>('/ai-agent/sessions', {});
    await unreachable.api.post(`/ai-agent/sessions/${id}/messages`, { message: '採用' });
    const { page, close } = await unreachable.open(`/chat?session=${id}`, { language, theme: 'dark' });
    await page.getByRole('log').getByText(t('talk.warning.OpenAIUnavailable')).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await close();
  });
});
