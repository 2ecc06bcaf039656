import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setUpConsole } from './harness/set-up-console.ts';
import {
  LANGUAGES,
  translateAudit,
  translateChat,
  translateDoctor,
  translateInbox,
  translatePermissions,
  translatePlayground,
  translatePolicies,
  translateRuns,
  translateShell,
  translateSkills,
  translateTools,
} from './harness/translate-screens.ts';

type Language = (typeof LANGUAGES)[number];

/** A screen, its requests to the server, and its text without data. */
interface Case {
  readonly name: string;
  readonly path: string;
  readonly asks: RegExp;
  readonly title: (language: Language) => string;
  /** The response of a server without data, and the text for it; undefined for a screen that is never empty. */
  readonly empty?: { readonly answer: unknown; readonly says: (language: Language) => string };
}

const NO_PAGE = { items: [], cursor: null };

const CASES: readonly Case[] = [
  {
    name: 'inbox',
    path: '/inbox',
    asks: /\/api\/approvals\?/u,
    title: (language) => translateShell(language)('nav.inbox'),
    empty: { answer: NO_PAGE, says: (language) => translateInbox(language)('empty.title') },
  },
  {
    name: 'history',
    path: '/inbox/history',
    asks: /\/api\/approvals\?/u,
    title: (language) => translateShell(language)('nav.history'),
    empty: { answer: NO_PAGE, says: (language) => translateInbox(language)('empty.history') },
  },
  {
    name: 'permissions',
    path: '/policies/permissions',
    asks: /\/api\/grants/u,
    title: (language) => translateShell(language)('nav.permissions'),
    empty: { answer: NO_PAGE, says: (language) => translatePermissions(language)('none') },
  },
  {
    name: 'runs',
    path: '/runs',
    asks: /\/api\/runs\?/u,
    title: (language) => translateRuns(language)('title'),
    empty: { answer: NO_PAGE, says: (language) => translateRuns(language)('list.empty') },
  },
  {
    name: 'run',
    path: '/runs/{run}',
    asks: /\/api\/runs\/run_[^/]+$/u,
    title: (language) => translateShell(language)('nav.runs'),
  },
  {
    name: 'audit',
    path: '/audit',
    asks: /\/api\/audit\?/u,
    title: (language) => translateAudit(language)('title'),
    empty: {
      answer: { ...NO_PAGE, scanned: 0, head: null },
      says: (language) => translateAudit(language)('list.empty'),
    },
  },
  {
    name: 'chat',
    path: '/chat?session={session}',
    asks: /\/ai-agent\/sessions\/[^/]+\/messages/u,
    title: (language) => translateChat(language)('title'),
    empty: { answer: NO_PAGE, says: (language) => translateChat(language)('talk.empty.title') },
  },
  {
    name: 'templates',
    path: '/chat/templates',
    asks: /\/process-templates/u,
    title: (language) => translateShell(language)('nav.templates'),
    empty: { answer: NO_PAGE, says: (language) => translateChat(language)('templates.empty.title') },
  },
  {
    name: 'cases',
    path: '/chat/cases',
    asks: /\/cases\?/u,
    title: (language) => translateShell(language)('nav.cases'),
    empty: { answer: NO_PAGE, says: (language) => translateChat(language)('cases.empty.title') },
  },
  {
    name: 'playground',
    path: '/playground',
    asks: /\/api\/playground$/u,
    title: (language) => translatePlayground(language)('title'),
    empty: {
      answer: { scenarios: [], examples: [] },
      says: (language) => translatePlayground(language)('trial.empty.title'),
    },
  },
  {
    name: 'policies',
    path: '/policies',
    asks: /\/api\/policies$/u,
    title: (language) => translatePolicies(language)('title'),
  },
  {
    name: 'tools',
    path: '/tools',
    asks: /\/api\/tools/u,
    title: (language) => translateTools(language)('title'),
    empty: { answer: { items: [] }, says: (language) => translateTools(language)('empty.title') },
  },
  {
    name: 'skills',
    path: '/skills',
    asks: /\/api\/skills$/u,
    title: (language) => translateSkills(language)('title'),
    empty: {
      answer: { items: [], diagnostics: [], dir: null },
      says: (language) => translateSkills(language)('empty.title'),
    },
  },
  {
    name: 'doctor',
    path: '/doctor',
    asks: /\/api\/doctor/u,
    title: (language) => translateDoctor(language)('title'),
  },
];

const setup = setUpConsole({ RATE_LIMIT_PER_MINUTE: '500' });
let runId = '';
let sessionId = '';

beforeAll(async () => {
  const [request] = await setup.api.ask('files-poisoned');
  runId = request?.run_id ?? '';
  ({ id: sessionId } = await setup.api.post<{ id: string }>('/ai-agent/sessions', { context: {} }));
});

const at = (path: string) => path.replace('{run}', runId).replace('{session}', sessionId);

const BROKEN = {
  status: 503,
  contentType: 'application/problem+json',
  json: { type: 'about:blank', title: 'Out of order', status: 503, detail: 'Out of order today.' },
};

// The tests cover every screen in every state. The languages alternate, because another test compares the
// dictionaries.
const TESTED_SCREENS = CASES.map((screen, index) => ({ ...screen, language: LANGUAGES[index % 2] ?? 'ja' }));

describe.each(LANGUAGES)('the states of every screen, in %s', (language) => {
  const shell = translateShell(language);
  const screens = TESTED_SCREENS.filter((screen) => screen.language === language);
  // Every test loads the page again, so that no state remains from the previous one.
  let page: Page;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ page, close } = await setup.open('/doctor', { language }));
  });

  afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

  afterAll(() => close());

  it.each(screens)(
    '$name shows its loading state and a failure, and recovers after a retry',
    async ({ path, asks, title }) => {
      const broken = Promise.withResolvers<void>();
      const repaired = Promise.withResolvers<void>();
      let isBroken = true;
      await page.route(asks, async (route) => {
        if (isBroken) {
          await broken.promise;
          await route.fulfill(BROKEN);
        } else {
          await repaired.promise;
          await route.continue();
        }
      });
      await page.goto(at(path));
      const main = page.getByRole('main');
      await main.getByText(shell('state.loading')).first().waitFor({ state: 'attached' });
      broken.resolve();
      const alert = main.getByRole('alert').first();
      await alert.getByText('Out of order today.').waitFor();
      await main.getByRole('heading', { level: 1, name: title(language) }).waitFor();
      // Automatic requests wait for a response until the person retries.
      isBroken = false;
      await alert.getByRole('button', { name: shell('state.retry') }).click();
      repaired.resolve();
      await alert.waitFor({ state: 'detached' });
      await expect.poll(() => main.getByText('Out of order today.').count()).toBe(0);
    },
  );

  it.each(screens.filter(({ empty }) => empty !== undefined))(
    '$name shows its empty state',
    async ({ path, asks, empty }) => {
      await page.route(asks, (route) => route.fulfill({ json: empty?.answer }));
      await page.goto(at(path));
      await page
        .getByText(empty?.says(language) ?? '', { exact: true })
        .first()
        .waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    },
  );

  it('every screen reports the lost connection and keeps its content', async () => {
    await page.route('**/api/events*', (route) => route.abort());
    for (const { path, title } of screens) {
      await page.goto(at(path));
      await page.getByText(shell('state.offline', { time: '' }).slice(0, 12)).waitFor();
      if (path.includes('{run}')) await page.getByText(runId).waitFor();
      else await page.getByRole('heading', { level: 1, name: title(language) }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    }
  }, 120_000);
});
