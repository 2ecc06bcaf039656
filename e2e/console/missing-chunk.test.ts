import { describe, expect, it } from 'vitest';
import { findViolations } from './harness/find-violations.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import { LANGUAGES, translateAudit, translateRuns, translateShell } from './harness/translate-screens.ts';

const setup = setUpConsole();

describe.each(LANGUAGES)('a part that cannot be loaded, in %s', (language) => {
  const shell = translateShell(language);
  const runs = translateRuns(language);

  it('keeps the menu and reports the failure, and a reload loads the screen', async () => {
    const { page, close } = await setup.open('/doctor', { language, fresh: true });
    await page.route('**/assets/runs-screen-*.js', (route) => route.abort());
    await page.getByRole('link', { name: shell('nav.runs') }).click();
    await page.getByRole('alert').getByText(shell('part.missing'), { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: shell('nav.runs') }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, `missing-part-${language}`);
    await page.unroute('**/assets/runs-screen-*.js');
    await page.getByRole('button', { name: shell('part.reload') }).click();
    await page.getByRole('heading', { level: 1, name: runs('title') }).waitFor();
    await page.getByLabel(runs('list.search')).waitFor();
    await close();
  });

  it('keeps the menu and the name of the screen while it is loaded', async () => {
    const { page, close } = await setup.open('/doctor', { language, fresh: true });
    let release: (() => void) | undefined;
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/runs-screen-*.js', async (route) => {
      await blocked;
      await route.continue();
    });
    await page.goto(`/runs?lang=${language}`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: shell('nav.runs') }).waitFor();
    await page.getByText(shell('state.loading')).waitFor({ state: 'attached' });
    expect(await page.getByLabel(runs('list.search')).count()).toBe(0);
    release?.();
    await page.getByLabel(runs('list.search')).waitFor();
    await close();
  });

  it('is loaded again when a person returns to it', async () => {
    const { page, close } = await setup.open('/doctor', { language, fresh: true });
    await page.route('**/assets/runs-screen-*.js', (route) => route.abort());
    await page.getByRole('link', { name: shell('nav.runs') }).click();
    await page.getByText(shell('part.missing'), { exact: true }).waitFor();
    await page.unroute('**/assets/runs-screen-*.js');
    await page.getByRole('link', { name: shell('nav.doctor') }).click();
    await page.getByRole('link', { name: shell('nav.runs') }).click();
    await page.getByLabel(runs('list.search')).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  it('is missing after an update of the server, and a reload loads the new version', async () => {
    const { page, close } = await setup.open('/doctor', { language, fresh: true });
    await page.route('**/assets/runs-screen-*.js', (route) =>
      route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
    );
    await page.goto(`/runs?lang=${language}`);
    await page.getByText(shell('part.missing'), { exact: true }).waitFor();
    await page.unroute('**/assets/runs-screen-*.js');
    await page.getByRole('button', { name: shell('part.reload') }).click();
    await page.getByLabel(runs('list.search')).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  it('keeps the page while the server is stopped, even when a person requests a reload', async () => {
    const { page, close } = await setup.open('/doctor', { language, fresh: true });
    await setup.server.stop();
    await page.getByRole('link', { name: shell('nav.tools') }).click();
    await page.getByText(shell('part.missing'), { exact: true }).waitFor();
    await page.getByRole('button', { name: shell('part.reload') }).click();
    await page.getByText(shell('part.still')).waitFor();
    await page.getByRole('link', { name: shell('nav.doctor') }).waitFor();
    await setup.server.start();
    await page.getByRole('button', { name: shell('part.reload') }).click();
    await page.getByText(shell('part.missing'), { exact: true }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/tools');
    await close();
  });

  it('affects only itself when it is a dialog over a screen', async () => {
    const audit = translateAudit(language);
    const { page, close } = await setup.open('/audit', { language, fresh: true });
    await page.route('**/assets/checkpoints-*.js', (route) => route.abort());
    await page.getByRole('button', { name: audit('checkpoint.title') }).click();
    await page.getByRole('alert').getByText(shell('part.missing'), { exact: true }).waitFor();
    expect(await page.getByRole('heading', { level: 1, name: audit('title') }).count()).toBe(1);
    await expect
      .poll(() => page.getByRole('button', { name: audit('verify.action') }).isEnabled())
      .toBe(true);
    await close();
  });
});
