import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setStage } from './harness/set-stage.ts';

const stage = setStage();
let approvalId = '';
let runId = '';

beforeAll(async () => {
  const [request] = await stage.api.ask('payments-poisoned');
  approvalId = request?.approval_id ?? '';
  runId = request?.run_id ?? '';
});

const ATTACK =
  '"><img src=x onerror="window.attacked=1"><script>window.attacked=1</script>[x](javascript:window.attacked=1)';

// Every text of an answer, whoever wrote it, becomes an attack; ids, times and fixed words keep their form.
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
  'en',
  'ja',
]);

describe('text that wants to be a program', () => {
  let page: Page;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ page, close } = await stage.open('/inbox?tab=grants'));
  });

  afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

  afterAll(() => close());

  it.each([
    ['the inbox', '/inbox?id={approval}'],
    ['a run', '/runs/{run}'],
    ['the runs', '/runs'],
    ['the audit log', '/audit?seq=2'],
    ['the playground', '/playground'],
    ['the tools', '/tools'],
  ])('stays text in %s', async (_screen, path) => {
    await page.route(/\/api\/(?!events|session)/u, async (route) => {
      // A connection that is kept may be closed by the server in the moment in which it is used again.
      const response = await route.fetch({ headers: { ...route.request().headers(), connection: 'close' } });
      await route.fulfill({ response, json: poison(await response.json()) });
    });
    await page.goto(path.replace('{approval}', approvalId).replace('{run}', runId));
    await page.getByText('window.attacked').filter({ visible: true }).first().waitFor();
    await page.waitForTimeout(300);
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    expect(await page.locator('img[src=x], a[href^="javascript:"]').count()).toBe(0);
  });
});
