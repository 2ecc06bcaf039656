import type { Page } from 'playwright-core';
import type { SCREENS } from './screens.ts';
import { choose } from './choose.ts';
import {
  translateAudit,
  translateContext,
  translateInbox,
  translatePolicies,
  translateRuns,
  translateShell,
} from './translate-screens.ts';

type Language = 'ja' | 'en';

/** A state of a screen that appears only after a person acts: its address, and what opens it. */
export interface View {
  readonly name: string;
  readonly path: string;
  readonly open?: (page: Page, language: Language) => Promise<void>;
  /** The only device on which it exists. */
  readonly only?: 'phone' | 'desktop';
}

/** The views besides the screens themselves: tabs, dialogs, forms and other representations of the same data. */
export const VIEWS: readonly View[] = [
  { name: 'case-gantt', path: '/chat/cases/{case}?view=gantt' },
  { name: 'cases-board', path: '/chat/cases?show=board' },
  { name: 'cases-gantt', path: '/chat/cases?show=gantt' },
  { name: 'tool', path: '/tools?tool=send_mail' },
  { name: 'history-request', path: '/inbox/history/{decided}' },
  { name: 'nothing-found', path: '/runs?q=nothing-like-this' },
  { name: 'unknown-address', path: '/help' },
  {
    name: 'group',
    path: '/inbox',
    open: async (page, language) => {
      const t = translateInbox(language);
      await page.getByRole('link', { name: t('group.row', { count: 8, tool: 'send_mail' }) }).click();
      await page.getByText(t('group.end'), { exact: true }).waitFor();
    },
  },
  {
    name: 'reject',
    path: '/inbox/{approval}',
    open: (page, language) => decide(page, language, 'decide.deny'),
  },
  {
    name: 'edit',
    path: '/inbox/{approval}',
    open: (page, language) => decide(page, language, 'decide.edit'),
  },
  {
    name: 'request-conversation',
    path: '/inbox/{approval}',
    open: async (page, language) => {
      await page.getByText(translateContext(language)('title'), { exact: true }).click();
      await page.locator('mark[data-passage]').first().waitFor();
    },
  },
  {
    name: 'run-gate',
    path: '/runs/{run}',
    open: async (page, language) => {
      const t = translateRuns(language);
      await page.getByText('transfer_money').first().click();
      await page.getByRole('tab', { name: t('detail.gate') }).click();
    },
  },
  ...(['lists', 'limits', 'rules', 'versions', 'json'] as const).map((tab) => ({
    name: `policies-${tab}`,
    path: '/policies?profile=balanced',
    open: async (page: Page, language: Language) =>
      page.getByRole('tab', { name: translatePolicies(language)(`tab.${tab}`) }).click(),
  })),
  {
    name: 'policies-dry-run',
    path: '/policies?profile=balanced',
    open: async (page, language) => {
      const t = translatePolicies(language);
      // The draft of the picture before was kept.
      const discard = page.getByRole('button', { name: t('discard') });
      if ((await discard.count()) > 0) await discard.click();
      await page.getByRole('tab', { name: t('tab.rules') }).click();
      await choose(page, t('rules.new'), /^allow\.asked: /u);
      await page.getByRole('button', { name: t('dryRun') }).click();
      const result = page.getByRole('region', { name: t('dry.title') }).first();
      await result.getByRole('heading').first().waitFor();
      await result.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'audit-verified',
    path: '/audit',
    open: async (page, language) => {
      const t = translateAudit(language);
      await page.getByRole('button', { name: t('verify.action') }).click();
      await page
        .getByRole('status')
        .filter({ hasText: t('verify.ok', { count: 0, checkpoints: 0 }).split(/[（(.。]/u)[0] ?? '' })
        .first()
        .waitFor();
    },
  },
  {
    name: 'palette',
    path: '/runs',
    only: 'desktop',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('payment');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'keys',
    path: '/inbox/{approval}',
    only: 'desktop',
    open: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'more',
    path: '/inbox',
    only: 'phone',
    open: async (page, language) => {
      await page.getByRole('button', { name: translateShell(language)('nav.more') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** The screens without data. */
export const EMPTY: readonly (typeof SCREENS)[number][0][] = [
  'inbox',
  'history',
  'permissions',
  'dashboard',
  'runs',
  'chat',
  'templates',
  'cases',
  'own-task',
  'agents',
];

async function decide(page: Page, language: Language, key: 'decide.deny' | 'decide.edit'): Promise<void> {
  const t = translateInbox(language);
  const button = page.getByRole('button', { name: t(key), exact: true });
  const more = page.getByRole('button', { name: t('decide.more') });
  await button.or(more).first().waitFor();
  if ((await button.count()) > 0) return button.click();
  await more.click();
  return page.getByRole('menuitem', { name: t(key) }).click();
}
