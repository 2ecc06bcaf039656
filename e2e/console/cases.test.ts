import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { choose } from './harness/choose.ts';
import { fillServer, type FilledServer } from './harness/fill-server.ts';
import { findViolations } from './harness/find-violations.ts';
import { VIEWPORTS } from './harness/open-console.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import { PEOPLE } from './harness/start-server.ts';
import {
  LANGUAGES,
  translateChat,
  translateInbox,
  translateLogin,
  translateRuns,
  translateShell,
} from './harness/translate-screens.ts';

const setup = setUpConsole({ RATE_LIMIT_PER_MINUTE: '500' });
let filled: FilledServer;

beforeAll(async () => {
  filled = await fillServer(setup.server);
}, 120_000);

describe.each(LANGUAGES)('cases, in %s', (language) => {
  const t = translateChat(language);
  const list = (page: Page) => page.getByRole('list', { name: t('cases.list') });

  it('list the late case first with its person, and are filtered by assignee, as a board and as a Gantt chart', async () => {
    const { page, complaints, settle, close } = await setup.open('/chat/cases', { language });
    await page
      .getByRole('status')
      .getByText(t('cases.summary', { count: 3, late: 1 }))
      .waitFor();
    const first = list(page).getByRole('link').first();
    await first.getByText(t('cases.state.late')).waitFor();
    await first.getByText('ken, 佐藤 花子').waitFor();
    expect(await findViolations(page)).toEqual([]);

    await choose(page, t('step.assignee'), '佐藤 花子');
    await expect.poll(() => list(page).getByRole('link').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('assignee')).toBe('=佐藤 花子');
    await choose(page, t('step.assignee'), t('cases.unassigned'));
    await list(page).getByText('営業職の採用（大阪）').waitFor();
    await choose(page, t('step.assignee'), t('cases.me', { name: 'mika' }));
    await expect.poll(() => list(page).getByRole('link').count()).toBe(0);
    await page.getByRole('button', { name: t('cases.clear') }).click();
    await expect.poll(() => list(page).getByRole('link').count()).toBe(3);

    await page.getByText(t('cases.view.board'), { exact: true }).click();
    await page
      .getByRole('list', { name: t('cases.state.late') })
      .getByRole('link')
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByText(t('cases.view.gantt'), { exact: true }).click();
    const chart = page.getByRole('group', { name: t('gantt.cases') });
    await chart
      .getByRole('button', { name: /経理担当の採用/u })
      .first()
      .waitFor();
    await settle();
    await saveScreenshot(page, `cases-gantt-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await chart
      .getByRole('button', { name: /経理担当の採用/u })
      .first()
      .click();
    await page.waitForURL(`**/chat/cases/${filled.case}?*`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are visible to an assignee, who can change only the assigned steps', async () => {
    const look = { language, person: 'ken' } as const;
    const { page, complaints, close } = await setup.open(`/chat/cases?q=${encodeURIComponent('経理')}`, look);
    await list(page)
      .getByText(t('case.ofOther', { name: 'mika' }))
      .waitFor();
    await list(page).getByRole('link').first().click();
    await page.waitForURL(`**/chat/cases/${filled.case}?*`);
    const own = page.getByRole('button', { name: `${t('step.statusOf', { seq: 2 })}: ` });
    await own.waitFor();
    expect(await own.isDisabled()).toBe(false);
    const other = page.getByRole('button', { name: `${t('step.statusOf', { seq: 3 })}: ` });
    expect(await other.isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: t('replan.preview') }).count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await choose(page, t('step.statusOf', { seq: 2 }), t('step.status.doing'));
    await page
      .getByRole('button', { name: `${t('step.statusOf', { seq: 2 })}: ${t('step.status.doing')}` })
      .waitFor();
    await choose(page, t('step.statusOf', { seq: 2 }), t('step.status.todo'));
    expect(complaints).toEqual([]);
    await close();
  });

  it('have an assignee for each step, readable names of documents, and a Gantt chart', async () => {
    const { page, close } = await setup.open(`/chat/cases/${filled.case}`, { language });
    await page.getByText('採用要件書').waitFor();
    await page.getByText(language === 'ja' ? '求人票' : 'Job post').waitFor();
    await choose(page, t('step.assigneeOf', { seq: 4 }), t('cases.me', { name: 'mika' }));
    const assignee = async () =>
      (await setup.api.get<{ steps: { assignee: string | null }[] }>(`/cases/${filled.case}`)).steps[3]
        ?.assignee;
    await expect.poll(assignee).toBe('mika');
    await choose(page, t('step.assigneeOf', { seq: 4 }), t('cases.other'));
    const name = page.getByRole('textbox', { name: t('step.assigneeOf', { seq: 4 }) });
    await name.fill('外部の面接官');
    await name.press('Enter');
    await expect.poll(assignee).toBe('外部の面接官');
    await choose(page, t('step.assigneeOf', { seq: 4 }), 'ken');
    await expect.poll(assignee).toBe('ken');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: t('view.gantt') }).click();
    await page
      .getByRole('group', { name: t('gantt.label') })
      .getByRole('button')
      .first()
      .waitFor();
    await close();
  });

  it('respect the company holidays, which only an administrator changes', async () => {
    const { id } = await setup.api.post<{ id: string }>('/process-templates', {
      name: `納品 ${language}`,
      stepTemplates: [{ seq: 1, name: '納品', basis: 'goal', offsetDays: 0 }],
    });
    const begun = await setup.api.post<{ id: string }>(`/process-templates/${id}/cases`, {
      goalDate: '2027-06-09',
    });
    const admin = await setup.open('/chat/cases', { language });
    await admin.page.getByRole('link', { name: t('holidays.title') }).click();
    const form = admin.page.getByRole('form', { name: t('holidays.add') });
    await form.getByLabel(t('draft.name')).fill(`創立記念日 ${language}`);
    await form.getByLabel(t('holidays.first')).fill('2027-06-09');
    await form.getByLabel(t('holidays.last')).fill('2027-06-08');
    await form.getByText(t('holidays.reversed')).waitFor();
    await form.getByLabel(t('holidays.last')).fill('');
    await form.getByRole('button', { name: t('holidays.add') }).click();
    await admin.page
      .getByRole('listitem')
      .filter({ hasText: `創立記念日 ${language}` })
      .waitFor();
    await saveScreenshot(admin.page, `holidays-${language}`);
    expect(await findViolations(admin.page)).toEqual([]);

    await admin.page.goto(`/chat/cases/${begun.id}`);
    await admin.page.getByText(t('warning.DueOnDayOff', { seq: 1 })).waitFor();
    const replan = admin.page.getByRole('region', { name: t('replan.title') });
    await replan.getByRole('button', { name: t('replan.preview') }).click();
    await replan.getByRole('button', { name: t('replan.apply', { count: 1 }) }).click();
    await admin.page.getByText(t('warning.DueOnDayOff', { seq: 1 })).waitFor({ state: 'detached' });
    const { steps } = await setup.api.get<{ steps: { dueDate: string }[] }>(`/cases/${begun.id}`);
    expect(steps[0]?.dueDate).toBe('2027-06-08');

    const reader = await setup.open('/chat/cases/holidays', { language, person: 'ken' });
    await reader.page.getByText(t('holidays.viewer')).waitFor();
    expect(await reader.page.getByRole('button', { name: /削除|Delete/u }).count()).toBe(0);
    await admin.page.goto('/chat/cases/holidays');
    await admin.page
      .getByRole('button', { name: t('manage.delete', { name: `創立記念日 ${language}` }) })
      .click();
    await admin.page
      .getByText(t('manage.deleted', { name: `創立記念日 ${language}` }))
      .first()
      .waitFor();
    await setup.api.remove(`/cases/${begun.id}`);
    await Promise.all([admin.close(), reader.close()]);
  });

  it('say that a draft was updated only when it was', async () => {
    const { id } = await setup.api.post<{ id: string }>('/ai-agent/sessions', {});
    const say = (message: string) => setup.api.post(`/ai-agent/sessions/${id}/messages`, { message });
    await say('採用を計画したいです。');
    await say('業種はIT、期限は2027-03-31です');
    await say('ありがとう');
    const { page, close } = await setup.open(`/chat?session=${id}`, { language });
    const log = page.getByRole('log');
    await log.getByText('ありがとう', { exact: true }).waitFor();
    expect(await log.getByText(/^(?:Draft: \d+ steps|下書き（\d+ ステップ）)$/u).count()).toBe(1);
    expect(await log.getByText(/Draft updated|下書きを更新/u).count()).toBe(0);
    await say('「確認会」を追加してください');
    await page.reload();
    await log
      .getByText(t('talk.draft.changed', { count: 1 }))
      .first()
      .waitFor();
    await close();
  });
});

describe.each(LANGUAGES)('an address that is opened on a phone before signing in, in %s', (language) => {
  const chat = translateChat(language);
  const inbox = translateInbox(language);

  const targets = () =>
    [
      [
        'case',
        `/chat/cases/${filled.case}`,
        (page: Page) => page.getByRole('heading', { name: '経理担当の採用' }),
      ],
      [
        'request',
        `/inbox/${filled.approval}`,
        (page: Page) => page.getByRole('button', { name: inbox('decide.deny'), exact: true }),
      ],
      [
        'run',
        `/runs/${filled.run}`,
        (page: Page) => page.getByRole('link', { name: translateRuns(language)('run.audit') }),
      ],
      [
        'message',
        `/chat?session=${filled.session}&message=${filled.message}`,
        (page: Page) => page.locator('[aria-current=true]').getByText('エンジニアの中途採用'),
      ],
    ] as const;

  it.each([0, 1, 2, 3])('leads to its item (%i)', async (index) => {
    const [name, path, find] = targets()[index] ?? targets()[0];
    const login = translateLogin(language);
    const context = await setup.browser.browser.newContext({
      baseURL: setup.server.url,
      locale: language === 'ja' ? 'ja-JP' : 'en-US',
      viewport: VIEWPORTS.phone,
      hasTouch: true,
    });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    await page.goto(path);
    await page.getByLabel(login('login.token')).fill(PEOPLE.mika);
    await page.getByRole('button', { name: login('login.submit') }).click();
    const item = find(page).first();
    await item.waitFor();
    // It is inside the viewport, not only in the document.
    await expect
      .poll(async () => {
        const box = await item.boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= VIEWPORTS.phone.height;
      })
      .toBe(true);
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
    const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(tooWide).toBeLessThanOrEqual(0);
    await saveScreenshot(page, `link-${name}-${language}`);
    await context.close();
  });

  it('of a message can be copied from its time', async () => {
    const { page, close } = await setup.open(`/chat?session=${filled.session}`, { language, phone: true });
    const link = page
      .getByRole('log')
      .getByRole('link', { name: chat('talk.link') })
      .first();
    expect(await link.getAttribute('href')).toContain(`message=${filled.message}`);
    await close();
  });
});

it('opens the menu entry of the cases on a phone', async () => {
  const { page, close } = await setup.open('/inbox', { phone: true });
  await page.getByRole('link', { name: translateShell('en')('nav.cases') }).click();
  await page.getByRole('heading', { level: 1, name: translateShell('en')('nav.cases') }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/chat/cases');
  await close();
});
