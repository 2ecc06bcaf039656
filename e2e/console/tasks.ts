import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { setup } from './harness/build-console.ts';
import { fillServer } from './harness/fill-server.ts';
import { startBrowser, type PageOptions } from './harness/open-console.ts';
import { askForMails } from './harness/run-other-program.ts';
import { serverClient } from './harness/server-client.ts';
import { startServer } from './harness/start-server.ts';
import {
  translateAudit,
  translateChat,
  translateInbox,
  translatePolicies,
  translateRecord,
  translateRuns,
  translateShell,
} from './harness/translate-screens.ts';

/**
 * Performs the tasks of reviewers, engineers, auditors, planners and administrators in a browser, and prints the steps
 * and the seconds of each. A step is a click, a key, or a text that is typed. The seconds are those of the console: a
 * person reads and decides in addition.
 */
const inbox = translateInbox('en');
const runs = translateRuns('en');
const audit = translateAudit('en');
const policies = translatePolicies('en');
const chat = translateChat('en');
const record = translateRecord('en');
const shell = translateShell('en');
const SIMILAR = 1000;
const approve = (page: Page) => page.locator('button[aria-keyshortcuts=a]');

interface Steps {
  readonly page: Page;
  readonly click: (target: Locator) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly type: (target: Locator, text: string) => Promise<void>;
  /** Asserts that an element can be read without scrolling. */
  readonly see: (target: Locator) => Promise<void>;
}

setup();
const server = await startServer();
const browser = await startBrowser();
const lines: string[] = [];
try {
  const api = serverClient(server);
  const filled = await fillServer(server, 'en');
  const pending = await api.get<{ items: { approval_id: string; risk_level: number; tool_id: string }[] }>(
    '/api/approvals?status=pending&limit=100',
  );
  const [second] = await api.ask('payments-poisoned', 1, 'en');
  const routine = pending.items.find(({ risk_level }) => risk_level <= 3);

  await task(
    'reviewer: approve a routine request (risk 3)',
    '5 s, 1 key',
    `/inbox/${routine?.approval_id}`,
    async ({ page, press, see }) => {
      await see(approve(page));
      await until(() => approve(page).isEnabled());
      await press('a');
      await page.getByRole('button', { name: inbox('held.undo') }).waitFor();
    },
  );

  await task(
    'reviewer: find the evidence and reject',
    '30 s',
    '/inbox',
    async ({ page, press, see, type }) => {
      await page.getByText(inbox('summary.start')).waitFor();
      await press('Enter');
      await see(page.locator('blockquote mark').first());
      await see(page.locator('header dl').first());
      await until(() => page.getByRole('button', { name: inbox('decide.deny'), exact: true }).isEnabled());
      await press('r');
      await type(
        page.getByLabel(inbox('reason.label')),
        'Attack: the account is only in the text of the mail.',
      );
      await press('Control+Enter');
      await page.getByRole('button', { name: inbox('held.undo') }).waitFor();
    },
  );

  await task(
    'reviewer: the same from a link on a phone',
    '30 s',
    `/inbox/${second?.approval_id}`,
    async ({ page, click, see }) => {
      const reject = page.getByRole('button', { name: inbox('decide.deny'), exact: true });
      await see(reject);
      await until(() => reject.isEnabled());
      await click(reject);
      await click(page.getByText(inbox('reason.category.attack'), { exact: true }));
      await click(page.getByRole('button', { name: inbox('reason.submitDeny') }));
      await page.getByRole('button', { name: inbox('held.undo') }).waitFor();
    },
    { phone: true },
  );

  await task('engineer: why was this call stopped', '30 s', '/runs', async ({ page, click, see }) => {
    await click(page.getByRole('link', { name: /payment-clerk/u }).first());
    const step = page.getByRole('complementary');
    await see(step.getByText(runs('span.asked')));
    await see(step.getByText(/comes from the text of get_invoice/u));
  });

  await task(
    'engineer: test a policy change on all runs',
    '2 min',
    '/policies?profile=balanced',
    async ({ page, click }) => {
      await click(page.getByRole('tab', { name: policies('tab.rules') }));
      await click(page.getByRole('button', { name: policies('rules.new') }));
      await click(page.getByRole('menuitemradio', { name: /^allow\.asked: / }));
      await click(page.getByRole('button', { name: policies('dryRun') }));
      await page
        .getByRole('region', { name: policies('dry.title') })
        .first()
        .getByRole('heading')
        .first()
        .waitFor();
    },
  );

  await task(
    'auditor: who rejected this deletion, and what did they see',
    '60 s',
    '/audit',
    async ({ page, click, type, see }) => {
      await click(page.getByRole('link', { name: shell('nav.history') }).filter({ visible: true }));
      await type(page.getByRole('searchbox').first(), 'payroll');
      const found = page.getByRole('list', { name: inbox('list.history') }).getByRole('link');
      await until(async () => (await found.count()) === 1);
      await click(found);
      await click(page.getByRole('link', { name: inbox('record.open') }));
      await see(page.getByText(record('shown')).first());
    },
  );

  await task('auditor: verify the log', '60 s', '/audit', async ({ page, click }) => {
    await click(page.getByRole('button', { name: audit('verify.action') }));
    await page
      .getByText(/^The chain is valid/u)
      .first()
      .waitFor();
  });

  await task(
    'planner: which case is late, and whose is it',
    '10 s',
    '/inbox',
    async ({ page, press, see }) => {
      await press('g');
      await press('a');
      const first = page
        .getByRole('list', { name: chat('cases.list') })
        .getByRole('link')
        .first();
      await see(first.getByText(chat('cases.state.late')));
      await see(first.getByText(/ken/u));
    },
  );

  await task(
    'planner: give a step to another person',
    '20 s',
    `/chat/cases/${filled.case}`,
    async ({ page, click }) => {
      await click(page.getByRole('button', { name: `${chat('step.assigneeOf', { seq: 4 })}: ` }));
      await click(page.getByRole('menuitemradio', { name: '佐藤 花子' }));
      await page.getByRole('button', { name: `${chat('step.assigneeOf', { seq: 4 })}: 佐藤 花子` }).waitFor();
    },
  );

  await task('administrator: add a company holiday', '30 s', '/chat/cases', async ({ page, click, type }) => {
    await click(page.getByRole('link', { name: chat('holidays.title') }));
    await type(page.getByLabel(chat('draft.name')), 'Summer break');
    await type(page.getByLabel(chat('holidays.first')), '2027-08-13');
    await click(page.getByRole('button', { name: chat('holidays.add') }));
    await page.getByRole('listitem').filter({ hasText: 'Summer break' }).waitFor();
  });

  process.stderr.write(`Creating ${SIMILAR} similar requests.\n`);
  await askForMails(server, [
    ...Array.from({ length: SIMILAR - 1 }, (_, index) => ({
      to: `p${index}@client.example`,
      body: 'Invoice.',
    })),
    { to: 'a@c1ient.example', body: 'Invoice.' },
  ]);
  await until(async () => {
    const { groups } = await api.get<{ groups: { count: number }[] }>('/api/approvals/counts');
    return groups[0]?.count === SIMILAR;
  });
  await task('reviewer: open the most urgent of 1,000', '3 s', '/inbox', async ({ page, press }) => {
    await page.getByText(inbox('summary.start')).waitFor();
    await press('Enter');
    await page.locator('[data-scroll] h2').waitFor();
  });
  await task(
    'reviewer: decide 1,000 similar requests, 1 left out',
    '60 s',
    '/inbox',
    async ({ page, click }) => {
      await click(
        page.getByRole('link', { name: inbox('group.row', { count: SIMILAR, tool: 'send_mail' }) }),
      );
      const button = (key: 'group.approve' | 'group.again') =>
        page.getByRole('button', { name: inbox(key, { count: SIMILAR - 1 }) });
      await page.getByText(inbox('group.end'), { exact: true }).scrollIntoViewIfNeeded();
      await until(() => button('group.approve').isEnabled());
      await click(button('group.approve'));
      await until(() => button('group.again').isEnabled());
      await click(button('group.again'));
      await page
        .getByText(inbox('group.done', { count: SIMILAR - 1, total: SIMILAR - 1, failed: 0 }))
        .waitFor({ timeout: 120_000 });
    },
  );
} finally {
  await browser.close();
  await server.dispose();
}
const load = loadavg()[0]?.toFixed(1);
process.stdout.write(
  `| task | target | steps | seconds |\n|---|---|---|---|\n${lines.join('\n')}\n\nLoad of the machine at the end: ${load}.\n`,
);

async function task(
  name: string,
  target: string,
  path: string,
  perform: (steps: Steps) => Promise<void>,
  look: PageOptions = {},
): Promise<void> {
  const { page, settle, close } = await browser.open(server, path, look);
  if (look.phone !== true) await page.setViewportSize({ width: 1280, height: 720 });
  await settle();
  let count = 0;
  const begun = Date.now();
  await perform({
    page,
    click: async (element) => {
      count += 1;
      await element.first().click();
    },
    press: async (key) => {
      count += 1;
      await page.keyboard.press(key);
    },
    type: async (field, text) => {
      count += 1;
      await field.fill(text);
    },
    see: async (element) => {
      await element.first().waitFor();
      const box = await element.first().boundingBox();
      const height = page.viewportSize()?.height ?? 0;
      if (box === null || box.y < 0 || box.y + box.height > height)
        throw new Error(`${name}: something that is needed is outside of the screen.`);
    },
  });
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  lines.push(`| ${name} | ${target} | ${count} | ${seconds} |`);
  process.stderr.write(`${lines.at(-1)}\n`);
  await close();
}

async function until(claim: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (await claim()) return;
    await pause(50);
  }
  throw new Error('The condition was not met within a minute.');
}
