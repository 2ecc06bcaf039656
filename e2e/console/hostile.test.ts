import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setUpConsole } from './harness/set-up-console.ts';

const skills = mkdtempSync(join(tmpdir(), 'sekisho-skills-'));
mkdirSync(join(skills, 'invoice'));
writeFileSync(
  join(skills, 'invoice', 'SKILL.md'),
  '---\nname: invoice\ndescription: Writes invoices.\n---\n\n# invoice\n\nWhat to do.\n',
);
const setup = setUpConsole({ SKILLS_DIR: skills });
let approvalId = '';
let runId = '';
let sessionId = '';

beforeAll(async () => {
  const { api } = setup;
  const [request] = await api.ask('payments-poisoned');
  approvalId = request?.approval_id ?? '';
  runId = request?.run_id ?? '';
  const [file] = await api.ask('files-tidy', 3);
  const path = `/api/approvals/${file?.approval_id}`;
  const { action_digest } = await api.get<{ action_digest: string }>(path);
  const grant = { scope: 'run' };
  await api.post(`${path}/decision`, { decision: 'approve', action_digest, grant });
  ({ id: sessionId } = await api.post<{ id: string }>('/ai-agent/sessions', { context: {} }));
  await api.post(`/ai-agent/sessions/${sessionId}/messages`, { message: 'Plan something.' });
});

afterAll(() => rmSync(skills, { recursive: true, force: true }));

// Markup, links and invisible characters: one that reverses the following text, one without width, and a tag.
const ATTACK =
  '"><img src=x onerror="window.attacked=1"><script>window.attacked=1</script>[x](javascript:window.attacked=1)' +
  '\u{202e}\u{200b}\u{e0041}';

const HIDDEN = /[\u{202e}\u{200b}\u{e0041}]/u;

// Every text of a response becomes an attack; ids, times and enumerated values keep their form.
function poison(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => poison(one, key));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, inside]) => [name, poison(inside, name)] as const);
    return Object.fromEntries(
      key === 'arguments' || key === 'detail' ? [...entries, [ATTACK, ATTACK]] : entries,
    );
  }
  return typeof value === 'string' && POISONED.has(key) ? ATTACK : value;
}

const POISONED = new Set([
  'tool_id',
  'agent_name',
  'reason',
  'reason_ja',
  'prompt',
  'prompt_ja',
  'destination',
  'comment',
  'to',
  'body',
  'account',
  'value',
  'tool',
  'user_intent',
  'on_behalf_of',
  'policy',
  'name',
  'model',
  'final_output',
  'decision',
  'description',
  'overview',
  'arguments_text',
  'content',
  'granted_by',
  'covers',
  'covers_ja',
  'grant_covers',
  'grant_covers_ja',
  'message',
  'path',
  'en',
  'ja',
]);

describe('hostile text', () => {
  let page: Page;
  let settle: () => Promise<void>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ page, settle, close } = await setup.open('/policies/permissions'));
  });

  afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

  afterAll(() => close());

  it.each([
    ['the inbox', '/inbox/{approval}'],
    ['a run', '/runs/{run}'],
    ['the runs', '/runs'],
    ['the audit log', '/audit?seq=2'],
    ['the playground', '/playground?run={run}'],
    ['the tools', '/tools?tool={tool}'],
    ['the skills', '/skills'],
    ['permissions', '/policies/permissions'],
    ['the history', '/inbox/history'],
    ['the chat', '/chat?session={session}'],
  ])('stays text in %s', async (_screen, path) => {
    await page.route(/\/api\/(?!events|session)|\/ai-agent\//u, async (route) => {
      // The server may close a kept-alive connection at the moment of its next use.
      const response = await route.fetch({ headers: { ...route.request().headers(), connection: 'close' } });
      await route.fulfill({ response, json: poison(await response.json()) });
    });
    await page.goto(
      path
        .replace('{approval}', approvalId)
        .replace('{run}', runId)
        .replace('{session}', sessionId)
        .replace('{tool}', encodeURIComponent(ATTACK)),
    );
    await page.getByText('window.attacked').filter({ visible: true }).first().waitFor();
    await settle();
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    expect(await page.locator('img[src=x], a[href^="javascript:"]').count()).toBe(0);
    const lines = await page.evaluate<string[]>(
      '`${document.title}\\n${document.body.innerText}`.split("\\n")',
    );
    expect(lines.filter((line) => HIDDEN.test(line))).toEqual([]);
  });
});
