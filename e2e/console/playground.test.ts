import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PhraseValues } from '../../app/console/src/i18n/phrase.ts';
import { translate } from '../../app/console/src/i18n/translate.ts';
import { wordsEn } from '../../app/console/src/screens/playground/words.en.ts';
import { wordsJa } from '../../app/console/src/screens/playground/words.ja.ts';
import { findViolations } from './harness/find-violations.ts';
import { keepScreenshot } from './harness/keep-screenshot.ts';
import { startBrowser, type TestBrowser } from './harness/open-console.ts';
import { serverClient, type ServerClient } from './harness/server-client.ts';
import { LANGUAGES } from './harness/speak.ts';
import { startServer, type TestServer } from './harness/start-server.ts';

type Scenario = { id: string; kind: string; topic: string; title: Record<'ja' | 'en', string> };

let server: TestServer;
let browser: TestBrowser;
let api: ServerClient;
let scenarios: readonly Scenario[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
  api = serverClient(server);
  ({ scenarios } = await api.get<{ scenarios: Scenario[] }>('/api/playground'));
});

afterAll(async () => {
  await browser.close();
  await server.dispose();
});

describe.each(LANGUAGES)('the playground, in %s', (language) => {
  const words = language === 'ja' ? wordsJa : wordsEn;
  const say = (key: keyof typeof wordsEn, values?: PhraseValues) => translate(language, words[key], values);
  const titleOf = (id: string) => scenarios.find((scenario) => scenario.id === id)?.title[language] ?? '';

  it('has an honest and a poisoned task for mail, files and payments', async () => {
    const { page, complaints, close } = await browser.open(server, '/playground', { language });
    for (const topic of ['mail', 'files', 'payments'] as const) {
      const section = page.getByRole('region', { name: say(`topic.${topic}`) });
      await section.getByText(say('kind.benign')).first().waitFor();
      expect(await section.getByText(say('kind.poisoned')).count()).toBeGreaterThan(0);
    }
    await page.getByText(say('live.empty.title')).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('lets an honest task through while one watches', async () => {
    const { page, close } = await browser.open(server, '/playground', { language });
    await page.getByRole('button', { name: `${say('start')}: ${titleOf('mail-benign')}` }).click();
    const gate = page.getByRole('region', { name: say('live.title') });
    await gate.getByText(say('status.done'), { exact: true }).waitFor();
    expect(await gate.getByText(say('verdict.allow')).count()).toBeGreaterThan(1);
    expect(await gate.getByText(say('verdict.needs_human')).count()).toBe(0);
    await close();
  });

  it('stops a poisoned task at the gate and leads to the inbox and to the run', async () => {
    const { page, complaints, close } = await browser.open(server, '/playground', { language });
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
    const { page, close } = await browser.open(server, '/playground', { language });
    await page.getByRole('button', { name: `${say('start')}: ${titleOf('files-poisoned')}` }).click();
    const gate = page.getByRole('region', { name: say('live.title') });
    await gate.getByText(say('step.wait.waiting')).first().waitFor();
    const run = new URL(page.url()).searchParams.get('run') ?? '';
    const { items } = await api.get<{ items: { approval_id: string; action_digest: string }[] }>(
      `/api/approvals?run_id=${run}`,
    );
    for (const { approval_id, action_digest } of items) {
      await api.post(`/api/approvals/${approval_id}/decision`, { decision: 'deny', action_digest });
    }
    await gate.getByText(say('step.wait.denied')).first().waitFor();
    expect(await gate.getByText(say('step.wait.waiting')).count()).toBe(0);
    await close();
  });

  it('does not let a viewer start anything', async () => {
    const { page, close } = await browser.open(server, '/playground', { language, person: 'vera' });
    const start = page.getByRole('button', { name: new RegExp(`^${say('start')}`) }).first();
    await start.waitFor();
    expect(await start.isDisabled()).toBe(true);
    await close();
  });
});
