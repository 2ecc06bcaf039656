import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser, type TestBrowser } from './harness/open-console.ts';
import { serverClient } from './harness/server-client.ts';
import { speakInbox } from './harness/speak.ts';
import { startServer, type TestServer } from './harness/start-server.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await server.dispose();
});

it('scrolls through ten thousand requests with a handful of rows in the page', async () => {
  const [request] = await serverClient(server).ask('payments-poisoned');
  const { page, close } = await browser.open(server, '/inbox?tab=grants');
  let pages = 0;
  await page.route(/\/api\/approvals\?/u, async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    pages += 1;
    const items = Array.from({ length: 1000 }, (_, index) => ({
      ...request,
      approval_id: `ap_${from + index}`,
      run_id: `run_${from + index}`,
      tool_id: `tool_${from + index}`,
    }));
    await route.fulfill({ json: { items, cursor: from + 1000 < 10_000 ? String(from + 1000) : null } });
  });
  await page.goto('/inbox');
  const list = page.getByRole('list', { name: speakInbox('en')('list.pending') });
  await list.getByText('tool_0', { exact: true }).waitFor();
  const scrollToEnd = 'document.querySelector("[role=list]").scrollTop = 1e9';
  for (
    let attempt = 0;
    attempt < 60 && (await list.getByText('tool_9999', { exact: true }).count()) === 0;
    attempt += 1
  ) {
    await page.evaluate(scrollToEnd);
    await page.waitForTimeout(100);
  }
  expect(await list.getByText('tool_9999', { exact: true }).count()).toBe(1);
  expect(pages).toBe(10);
  expect(await list.getByRole('listitem').count()).toBeLessThan(50);
  await close();
});
