import { expect, it } from 'vitest';
import { askForMails } from './harness/run-other-program.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import { translateInbox } from './harness/translate-screens.ts';

const setup = setUpConsole();
const mails = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => ({ to: `p${index}@${domain}`, body: 'Your invoice.' }));
const pendingTotal = async () =>
  (await setup.api.get<{ total: number }>('/api/approvals?status=pending&limit=1')).total;

it('decides 997 of 1,000 similar requests in less than a minute, and none that arrived later', async () => {
  const t = translateInbox('en');
  await askForMails(setup.server, [
    ...mails(499, 'client.example'),
    ...mails(498, 'partner.example'),
    { to: 'a@c1ient.example', body: 'Your invoice.' },
    { to: 'b@new.example', body: 'Your invoice.' },
    { to: 'c@other.example', body: 'Your invoice.' },
  ]);
  const isGrouped = async () =>
    (await setup.api.get<{ groups: { count: number }[] }>('/api/approvals/counts')).groups[0]?.count;
  await expect.poll(isGrouped, { timeout: 60_000 }).toBe(1000);
  const { page, complaints, close } = await setup.open('/inbox');
  const begun = Date.now();
  await page.getByRole('link', { name: t('group.row', { count: 1000, tool: 'send_mail' }) }).click();
  await page.getByRole('heading', { name: /1,000/u, level: 2 }).waitFor();
  const approve = page.getByRole('button', { name: t('group.approve', { count: 997 }) });
  expect(await approve.isDisabled()).toBe(true);
  await saveScreenshot(page, 'group-en');
  await askForMails(setup.server, mails(1, 'late.example'));
  await page.getByText(t('group.end'), { exact: true }).scrollIntoViewIfNeeded();
  await expect.poll(() => approve.isEnabled()).toBe(true);
  await approve.click();
  const again = page.getByRole('button', { name: t('group.again', { count: 997 }) });
  await expect.poll(() => again.isEnabled()).toBe(true);
  await again.click();
  await page.getByText(t('group.done', { count: 997, total: 997, failed: 0 })).waitFor({ timeout: 60_000 });
  const seconds = (Date.now() - begun) / 1000;
  expect(await pendingTotal()).toBe(4);
  expect(seconds).toBeLessThan(60);
  console.log(`1,000 similar requests: ${seconds.toFixed(1)} s`);
  await saveScreenshot(page, 'group-decided-en');
  expect(complaints).toEqual([]);
  await close();
}, 300_000);

it('assigns a request, shows comments and the other reader, and saves a view', async () => {
  const t = translateInbox('en');
  const [request] = await setup.api.ask('payments-poisoned');
  const path = `/inbox/${request?.approval_id}`;
  const mika = await setup.open(path);
  const ken = await setup.open(path, { person: 'ken' });
  await ken.page.getByText(t('readers', { names: 'mika' })).waitFor();
  await mika.page.getByRole('button', { name: t('decide.deny'), exact: true }).waitFor();
  await mika.page.keyboard.press('m');
  await ken.page.getByRole('button', { name: t('assign.to', { name: 'mika' }) }).waitFor();
  await mika.page.keyboard.press('c');
  await mika.page.getByLabel(t('comments.label')).fill('Please check the account.');
  await mika.page.getByRole('button', { name: t('comments.add') }).click();
  await ken.page.getByText('Please check the account.').waitFor();
  await mika.page.goto('/inbox?view=mine&q=6666');
  await mika.page.getByRole('button', { name: t('view.manage') }).click();
  await mika.page.getByLabel(t('view.name')).fill('My payments');
  await mika.page.getByRole('button', { name: t('view.save') }).click();
  await mika.page.getByRole('button', { name: 'My payments (1)' }).waitFor();
  await saveScreenshot(mika.page, 'view-en');
  expect(await mika.page.locator('[aria-posinset]').count()).toBe(1);
  await Promise.all([mika.close(), ken.close()]);
});
