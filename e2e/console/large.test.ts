import { expect, it } from 'vitest';
import { translateInbox } from './harness/translate-screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';

const setup = setUpConsole();

it('scrolls through ten thousand requests with few rows in the page', async () => {
  const [request] = await setup.api.ask('payments-poisoned');
  const { page, close } = await setup.open('/policies/permissions');
  const pages = new Set<number>();
  await page.route(/\/api\/approvals\?/u, async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    pages.add(from);
    const items = Array.from({ length: 1000 }, (_, index) => ({
      ...request,
      approval_id: `ap_${from + index}`,
      run_id: `run_${from + index}`,
      destination: `file_${from + index}`,
      created_at: new Date(Date.now() - (from + index) * 1000).toISOString(),
    }));
    await route.fulfill({ json: { items, cursor: from + 1000 < 10_000 ? String(from + 1000) : null } });
  });
  await page.goto('/inbox');
  const list = page.getByRole('list', { name: translateInbox('en')('list.pending') });
  // A thousand rows are rendered until the part that renders only visible rows is loaded.
  await list.getByTitle('Pay 9,800 to file_0', { exact: true }).waitFor({ timeout: 40_000 });
  const scrollToEnd = async () => {
    await page.evaluate('document.querySelector("[role=list]").scrollTop = 1e9');
    return list.getByTitle('Pay 9,800 to file_9999', { exact: true }).count();
  };
  await expect.poll(scrollToEnd, { timeout: 60_000 }).toBe(1);
  expect([...pages]).toEqual(Array.from({ length: 10 }, (_, index) => index * 1000));
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(50);
  await close();
}, 120_000);

it('keeps the scroll position when a short list becomes long', async () => {
  const [request] = await setup.api.ask('payments-poisoned');
  const { page, settle, close } = await setup.open('/policies/permissions');
  await page.route(/\/api\/approvals\?/u, async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const items = Array.from({ length: 100 }, (_, index) => ({
      ...request,
      approval_id: `ap_${from + index}`,
      run_id: `run_${from + index}`,
      destination: `file_${from + index}`,
      created_at: new Date(Date.now() - (from + index) * 1000).toISOString(),
    }));
    await route.fulfill({ json: { items, cursor: from < 200 ? String(from + 100) : null } });
  });
  // The history is not sorted, so it starts with one page.
  await page.goto('/inbox/history');
  const list = page.getByRole('list', { name: translateInbox('en')('list.history') });
  await list.getByTitle('Pay 9,800 to file_99', { exact: true }).scrollIntoViewIfNeeded();
  await list.locator('[aria-setsize="200"]').first().waitFor();
  await settle();
  expect(await list.getByTitle('Pay 9,800 to file_99', { exact: true }).isVisible()).toBe(true);
  expect(await list.getByTitle('Pay 9,800 to file_0', { exact: true }).count()).toBe(0);
  await close();
});
