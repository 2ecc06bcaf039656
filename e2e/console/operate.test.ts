import { describe, expect, it } from 'vitest';
import { choose } from './harness/choose.ts';
import { findViolations } from './harness/find-violations.ts';
import { PROGRAM_APPLICATION, runOtherProgram } from './harness/run-other-program.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import { setUpConsole } from './harness/set-up-console.ts';
import {
  LANGUAGES,
  translateAudit,
  translateDashboard,
  translateSettings,
  translateShell,
  translateStops,
} from './harness/translate-screens.ts';

const setup = setUpConsole();

describe.each(LANGUAGES)('the stop switch, in %s', (language) => {
  const t = translateStops(language);
  const shell = translateShell(language);

  it('stops a tool and everything, shows it on every screen, and lifts both', async () => {
    const { page, complaints, close } = await setup.open('/stops', { language });
    await page.getByRole('heading', { name: t('none') }).waitFor();
    await page.getByRole('radiogroup').getByText(t('kind.tool')).click();
    await choose(page, t('kind.tool'), 'send_mail');
    await page.getByLabel(t('reason')).fill('wrong recipients');
    await page.getByRole('button', { name: t('form.stop') }).click();
    await page.getByText(t('target.tool', { name: 'send_mail' })).waitFor();
    await page.getByText(shell('stops.some', { count: 1 })).waitFor();
    await page.getByRole('radiogroup').getByText(t('kind.all')).click();
    await page.getByLabel(t('reason')).fill('incident 12');
    await page.getByRole('button', { name: t('form.stop') }).click();
    await page.getByText(shell('stops.all')).waitFor();
    await saveScreenshot(page, `stops-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.goto(`${setup.server.url}/audit`);
    await page.getByText(shell('stops.all')).waitFor();
    await page.getByRole('link', { name: shell('stops.show') }).click();
    for (let left = 2; left > 0; left -= 1) {
      await page
        .getByRole('button', { name: t('lift'), exact: true })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('reason')).fill('fixed');
      await dialog.getByRole('button', { name: t('lift'), exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('heading', { name: t('none') }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.each(LANGUAGES)('the dashboard, in %s', (language) => {
  const t = translateDashboard(language);

  it('counts the decisions, and each chart has a table and opens its list', async () => {
    const { run_id } = await setup.api.post<{ run_id: string }>('/api/playground/runs', {
      scenario: 'files-poisoned',
      language,
    });
    await setup.api.runUntil(run_id, 'suspended');
    const { items } = await setup.api.get<{ items: { approval_id: string; action_digest: string }[] }>(
      `/api/approvals?run_id=${run_id}`,
    );
    await setup.api.post(`/api/approvals/${items[0]?.approval_id}/decision`, {
      decision: 'deny',
      action_digest: items[0]?.action_digest,
      comment: 'not this file',
    });
    const { page, complaints, close } = await setup.open('/dashboard?days=30', { language });
    await page.getByRole('heading', { name: t('people') }).waitFor();
    await expect
      .poll(async () => {
        await page.reload();
        return page
          .getByRole('region', { name: t('people') })
          .last()
          .textContent();
      })
      .toContain('mika');
    await page.getByText(t('table')).first().click();
    await page.getByRole('columnheader', { name: t('outcome.expired') }).waitFor();
    await saveScreenshot(page, `dashboard-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page
      .getByRole('link', { name: t('open.audit') })
      .first()
      .click();
    await page.waitForURL(/\/audit\?event=approval\.approved/u);
    expect(complaints).toEqual([]);
    await close();
  });

  it('filters every chart by application, agent and tool', async () => {
    await runOtherProgram(setup.server, [{ name: 'pay', arguments: { account: 'XX-1', memo: language } }]);
    const { page, complaints, close } = await setup.open('/dashboard', { language });
    await choose(page, t('application'), PROGRAM_APPLICATION);
    await page.waitForURL(/application=mail-service/u);
    await page
      .getByRole('group', { name: t('people') })
      .getByText(t('none'))
      .waitFor();
    await choose(page, t('application'), 'sekisho-demo');
    const tools = page.getByRole('group', { name: t('tools') });
    await tools.getByText('read_file').waitFor();
    await choose(page, t('tool'), 'delete_file');
    await page.getByText(t('cost.perRun')).waitFor();
    await expect.poll(() => tools.getByText('read_file').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('fits on a phone in the dark', async () => {
    const { page, close } = await setup.open('/dashboard', {
      language,
      phone: true,
      theme: 'dark',
    });
    await page.getByRole('heading', { name: t('people') }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await saveScreenshot(page, `dashboard-phone-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await close();
  });
});

describe.each(LANGUAGES)('the audit log, in %s', (language) => {
  const t = translateAudit(language);

  it('states who denied what and why, with headings and a download of the filter', async () => {
    const { page, complaints, close } = await setup.open('/audit?event=approval.denied', { language });
    await page.getByText(t('column.who'), { exact: true }).waitFor();
    const row = page.getByRole('link').filter({ hasText: 'payroll.xlsx' }).first();
    await row.waitFor();
    expect(await row.textContent()).toMatch(/mika.*payroll\.xlsx.*not this file/u);
    await row.click();
    await saveScreenshot(page, `audit-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: t('export') }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: t('export.csv') }).click();
    expect((await download).suggestedFilename()).toBe('audit.csv');
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.each(LANGUAGES)('access, in %s', (language) => {
  const t = translateSettings(language);
  const shell = translateShell(language);

  it('lists people with their roles and sources, and changes the role of a token', async () => {
    const name = `nora-${language}`;
    await setup.api.post('/api/tokens', { name, role: 'viewer' });
    const { page, complaints, close } = await setup.open('/settings', { language });
    const people = page.getByRole('region', { name: t('people.caption') });
    const row = people.getByRole('row').filter({ hasText: name });
    await row.getByText(t('source.token')).waitFor();
    await people.getByRole('row').filter({ hasText: /^ken/u }).getByText(t('source.setting')).waitFor();
    await page.getByText(t('mapping.noOidc')).waitFor();
    await row.getByRole('button', { name: `${t('role.of', { name })}: ` }).click();
    await page.getByRole('menuitemradio', { name: shell('role.approver') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('role.change.approver')).waitFor();
    // The new role is displayed although the list was not loaded again.
    await page.route('**/api/access', () => undefined);
    await dialog.getByRole('button', { name: t('role.change') }).click();
    await page.getByText(t('role.changed', { name })).waitFor();
    await row.getByRole('button', { name: `${t('role.of', { name })}: ${shell('role.approver')}` }).waitFor();
    await page.unroute('**/api/access');
    await saveScreenshot(page, `people-${language}`);
    expect(await findViolations(page)).toEqual([]);
    const { items } = await setup.api.get<{ items: { id: string; role: string }[] }>('/api/access');
    expect(items.find(({ id }) => id === name)?.role).toBe('approver');
    await page.goto(`${setup.server.url}/audit?event=policy.changed`);
    await page.getByText(translateAudit(language)('decision.role.changed')).first().waitFor();
    await page.getByText(name).first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('creates a token that is displayed once, revokes it, and lists the sessions', async () => {
    const { page, complaints, close } = await setup.open('/settings', { language });
    await page.getByRole('textbox', { name: t('new.name') }).fill(`robot-${language}`);
    await page.getByRole('button', { name: t('new.create') }).click();
    await page.getByText(t('new.once', { name: `robot-${language}` })).waitFor();
    const row = page
      .getByRole('region', { name: t('tokens.caption') })
      .getByRole('row')
      .filter({ hasText: `robot-${language}` });
    await row.waitFor();
    await saveScreenshot(page, `access-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await row.getByRole('button', { name: t('revoke') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('revoke') })
      .click();
    await row.getByText(t('isRevoked')).waitFor();
    await page
      .getByRole('region', { name: t('sessions.caption') })
      .getByText(t('current'))
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
