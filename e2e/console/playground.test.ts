import { beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './harness/find-violations.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { LANGUAGES, translatePlayground } from './harness/translate-screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';

type Scenario = { id: string; kind: string; topic: string; title: Record<'ja' | 'en', string> };

const setup = setUpConsole();
let scenarios: readonly Scenario[];

beforeAll(async () => {
  ({ scenarios } = await setup.api.get<{ scenarios: Scenario[] }>('/api/playground'));
});

describe.each(LANGUAGES)('the playground, in %s', (language) => {
  const t = translatePlayground(language);
  const titleOf = (id: string) => scenarios.find((scenario) => scenario.id === id)?.title[language] ?? '';

  it('has a benign and a poisoned task for mail, files and payments', async () => {
    const { page, complaints, close } = await setup.open('/playground', { language });
    for (const topic of ['mail', 'files', 'payments'] as const) {
      const section = page.getByRole('region', { name: t(`topic.${topic}`) });
      await section.getByText(t('kind.benign')).first().waitFor();
      await section.getByText(t('kind.poisoned')).first().waitFor();
    }
    await page.getByText(t('live.empty.title')).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('allows a benign task and shows it live', async () => {
    const { page, close } = await setup.open('/playground', { language });
    await page.getByRole('button', { name: `${t('start')}: ${titleOf('mail-benign')}` }).click();
    const gate = page.getByRole('region', { name: t('live.title') });
    await gate.getByText(t('status.done'), { exact: true }).waitFor();
    await gate.getByText(t('verdict.allow')).nth(1).waitFor();
    expect(await gate.getByText(t('verdict.needs_human')).count()).toBe(0);
    // The log contains reasons in English; the screen displays them in the person's language.
    await gate
      .getByText(language === 'ja' ? '読み取りのみです。' : 'It only reads.')
      .first()
      .waitFor();
    await close();
  });

  it('stops a poisoned task at the gate and links to the inbox and to the run', async () => {
    const { page, complaints, close } = await setup.open('/playground', { language });
    await page.getByRole('button', { name: `${t('start')}: ${titleOf('mail-poisoned')}` }).click();
    const gate = page.getByRole('region', { name: t('live.title') });
    await gate.getByText(t('verdict.needs_human')).first().waitFor();
    await gate.getByText('send_mail').first().waitFor();
    await gate.getByText(t('step.wait.waiting')).first().waitFor();
    await saveScreenshot(page, `playground-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await gate.getByRole('link', { name: t('live.run') }).click();
    await page.waitForURL('**/runs/run_*');
    await page.goBack();
    await gate.getByRole('link', { name: t('live.inbox') }).click();
    await page.waitForURL('**/inbox?run=run_*');
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows live what a person decided elsewhere', async () => {
    const { page, close } = await setup.open('/playground', { language });
    await page.getByRole('button', { name: `${t('start')}: ${titleOf('files-poisoned')}` }).click();
    const gate = page.getByRole('region', { name: t('live.title') });
    await gate.getByText(t('step.wait.waiting')).first().waitFor();
    const run = new URL(page.url()).searchParams.get('run') ?? '';
    const { items } = await setup.api.get<{ items: { approval_id: string; action_digest: string }[] }>(
      `/api/approvals?run_id=${run}`,
    );
    for (const { approval_id, action_digest } of items) {
      await setup.api.post(`/api/approvals/${approval_id}/decision`, { decision: 'deny', action_digest });
    }
    await gate.getByText(t('step.wait.denied')).first().waitFor();
    await expect.poll(() => gate.getByText(t('step.wait.waiting')).count()).toBe(0);
    await close();
  });

  it('does not let a viewer start a run', async () => {
    const { page, close } = await setup.open('/playground', { language, person: 'vera' });
    const start = page.getByRole('button', { name: new RegExp(`^${t('start')}`) }).first();
    await start.waitFor();
    expect(await start.isDisabled()).toBe(true);
    await close();
  });
});
