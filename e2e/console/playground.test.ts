import { beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './harness/find-violations.ts';
import { keepScreenshot } from './harness/keep-screenshot.ts';
import { LANGUAGES, speakPlayground } from './harness/speak.ts';
import { setStage } from './harness/set-stage.ts';

type Scenario = { id: string; kind: string; topic: string; title: Record<'ja' | 'en', string> };

const stage = setStage();
let scenarios: readonly Scenario[];

beforeAll(async () => {
  ({ scenarios } = await stage.api.get<{ scenarios: Scenario[] }>('/api/playground'));
});

describe.each(LANGUAGES)('the playground, in %s', (language) => {
  const say = speakPlayground(language);
  const titleOf = (id: string) => scenarios.find((scenario) => scenario.id === id)?.title[language] ?? '';

  it('has a benign and a poisoned task for mail, files and payments', async () => {
    const { page, complaints, close } = await stage.open('/playground', { language });
    for (const topic of ['mail', 'files', 'payments'] as const) {
      const section = page.getByRole('region', { name: say(`topic.${topic}`) });
      await section.getByText(say('kind.benign')).first().waitFor();
      await section.getByText(say('kind.poisoned')).first().waitFor();
    }
    await page.getByText(say('live.empty.title')).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('allows a benign task and shows it live', async () => {
    const { page, close } = await stage.open('/playground', { language });
    await page.getByRole('button', { name: `${say('start')}: ${titleOf('mail-benign')}` }).click();
    const gate = page.getByRole('region', { name: say('live.title') });
    await gate.getByText(say('status.done'), { exact: true }).waitFor();
    await gate.getByText(say('verdict.allow')).nth(1).waitFor();
    expect(await gate.getByText(say('verdict.needs_human')).count()).toBe(0);
    // The log contains reasons in English; the screen displays them in the person's language.
    await gate
      .getByText(language === 'ja' ? '読み取りのみです。' : 'It only reads.')
      .first()
      .waitFor();
    await close();
  });

  it('stops a poisoned task at the gate and links to the inbox and to the run', async () => {
    const { page, complaints, close } = await stage.open('/playground', { language });
    await page.getByRole('button', { name: `${say('start')}: ${titleOf('mail-poisoned')}` }).click();
    const gate = page.getByRole('region', { name: say('live.title') });
    await gate.getByText(say('verdict.needs_human')).first().waitFor();
    await gate.getByText('send_mail').first().waitFor();
    await gate.getByText(say('step.wait.waiting')).first().waitFor();
    await keepScreenshot(page, `playground-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await gate.getByRole('link', { name: say('live.run') }).click();
    await page.waitForURL('**/runs/run_*');
    await page.goBack();
    await gate.getByRole('link', { name: say('live.inbox') }).click();
    await page.waitForURL('**/inbox?run=run_*');
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows live what a person decided elsewhere', async () => {
    const { page, close } = await stage.open('/playground', { language });
    await page.getByRole('button', { name: `${say('start')}: ${titleOf('files-poisoned')}` }).click();
    const gate = page.getByRole('region', { name: say('live.title') });
    await gate.getByText(say('step.wait.waiting')).first().waitFor();
    const run = new URL(page.url()).searchParams.get('run') ?? '';
    const { items } = await stage.api.get<{ items: { approval_id: string; action_digest: string }[] }>(
      `/api/approvals?run_id=${run}`,
    );
    for (const { approval_id, action_digest } of items) {
      await stage.api.post(`/api/approvals/${approval_id}/decision`, { decision: 'deny', action_digest });
    }
    await gate.getByText(say('step.wait.denied')).first().waitFor();
    await expect.poll(() => gate.getByText(say('step.wait.waiting')).count()).toBe(0);
    await close();
  });

  it('does not let a viewer start a run', async () => {
    const { page, close } = await stage.open('/playground', { language, person: 'vera' });
    const start = page.getByRole('button', { name: new RegExp(`^${say('start')}`) }).first();
    await start.waitFor();
    expect(await start.isDisabled()).toBe(true);
    await close();
  });
});
