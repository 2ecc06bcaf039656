import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './harness/find-violations.ts';
import { choose } from './harness/choose.ts';
import { saveScreenshot } from './harness/save-screenshot.ts';
import {
  LANGUAGES,
  translateDoctor,
  translatePolicies,
  translateSkills,
  translateTerms,
  translateTools,
} from './harness/translate-screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';

const ATTACK = '<img src=x onerror="window.hit=1">';

const skills = mkdtempSync(join(tmpdir(), 'sekisho-skills-'));
writeSkill('invoice', `name: invoice\ndescription: Writes invoices. ${ATTACK}\n`);
writeSkill('broken', 'description: [\n');
const setup = setUpConsole({ SKILLS_DIR: skills });

beforeAll(async () => {
  const { run_id } = await setup.api.post<{ run_id: string }>('/api/playground/runs', {
    scenario: 'mail-benign',
    language: 'ja',
  });
  await setup.api.runUntil(run_id, 'done');
});

afterAll(() => rmSync(skills, { recursive: true, force: true }));

function writeSkill(name: string, frontMatter: string): void {
  mkdirSync(join(skills, name));
  writeFileSync(join(skills, name, 'SKILL.md'), `---\n${frontMatter}---\n\n# ${name}\n\nWhat to do.\n`);
}

describe.each(LANGUAGES)('administration, in %s', (language) => {
  const tPolicies = translatePolicies(language);
  const tTools = translateTools(language);
  const tSkills = translateSkills(language);
  const tDoctor = translateDoctor(language);
  const term = translateTerms(language);

  it('tests a changed profile with all recorded runs, saves it, and restores it', async () => {
    const { page, complaints, close } = await setup.open('/policies?profile=balanced', { language });
    const t = tPolicies;
    await page.getByRole('tab', { name: t('tab.rules') }).click();
    await page.getByRole('button', { name: t('rules.new') }).click();
    await page.getByRole('menuitemradio', { name: /^allow\.asked: / }).click();
    await choose(page, t('rules.decisionOf', { rule: 'allow.asked' }), t('decision.off'));
    await page.getByText(t('draft.kept', { count: 1 })).waitFor();
    await page.getByRole('button', { name: t('dryRun') }).click();
    const result = page.getByRole('region', { name: t('dry.title') }).first();
    await result.getByRole('heading', { name: t('dry.questions', { runs: 1, fewer: 0, more: 1 }) }).waitFor();
    await result.getByText('send_mail').waitFor();
    await result.getByText(t('dry.stricter')).waitFor();
    await saveScreenshot(page, `policies-${language}`);
    expect(await findViolations(page)).toEqual([]);
    const decisions = async () =>
      (await setup.api.get<{ profile: { decisions: object } }>('/api/policies/balanced')).profile.decisions;
    await page.getByRole('button', { name: t('save'), exact: true }).click();
    await page.getByText(t('saved', { name: 'balanced' })).waitFor();
    expect(await decisions()).toMatchObject({ 'allow.asked': 'off' });
    await page.getByRole('button', { name: t('restore'), exact: true }).click();
    await page.getByRole('button', { name: t('save'), exact: true }).click();
    // The message about the first change may have disappeared when the second is made.
    await expect.poll(decisions).not.toHaveProperty('allow.asked');
    await page.getByText(t('draft.changes')).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: t('tab.versions') }).click();
    await page
      .getByText(`allow.asked: ${t('diff.default')} → ${t('decision.off')}`)
      .first()
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('disables the cells that would break a rule, with the cause', async () => {
    const t = tPolicies;
    const { page, close } = await setup.open('/policies?profile=fast', { language });
    const name = t('cell', { role: term('role.recipient'), origin: term('origin.prose') });
    const cell = page.getByRole('checkbox', {
      name: `${name}. ${t('fixed.off', { rule: 'origin.recipient' })}`,
    });
    expect(await cell.isDisabled()).toBe(true);
    await close();
  });

  it('keeps the draft of an allow-list over a reload, and explains an invalid entry', async () => {
    const t = tPolicies;
    const { page, complaints, close } = await setup.open('/policies?profile=fast', { language });
    await page.getByRole('tab', { name: t('tab.lists') }).click();
    const domains = page.getByLabel(t('lists.domains'), { exact: true });
    await domains.fill('partner.example\nnot a domain');
    await page.getByText(t('lists.wrong', { entry: 'not a domain' })).waitFor();
    await domains.fill('partner.example\n*.partner.example');
    await page.getByText(t('draft.kept', { count: 1 })).waitFor();
    await page.reload();
    await page
      .getByText(t('draft', { count: 1 }))
      .first()
      .waitFor();
    await page.getByRole('tab', { name: t('tab.lists') }).click();
    expect(await domains.inputValue()).toBe('partner.example\n*.partner.example');
    await saveScreenshot(page, `policies-lists-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: t('discard') }).click();
    await page.getByText(t('draft.changes')).waitFor({ state: 'detached' });
    await expect
      .poll(() => setup.api.get<{ draft: unknown }>('/api/policies/fast/draft'))
      .toEqual({ draft: null });
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports who changed a profile when two people save it', async () => {
    const t = tPolicies;
    const { page, close } = await setup.open('/policies?profile=strict', { language });
    await page.getByRole('tab', { name: t('tab.limits') }).click();
    const writes = page.getByLabel(t('limits.writes'));
    await writes.fill('1.5');
    await page.getByText(t('limits.whole')).waitFor();
    expect(await page.getByRole('button', { name: t('save'), exact: true }).isDisabled()).toBe(true);
    await writes.fill('7');
    const { version, profile } = await setup.api.get<{ version: number; profile: object }>(
      '/api/policies/strict',
    );
    await setup.api.put('/api/policies/strict', {
      version,
      profile: { ...profile, limits: { writes: version + 10, spend: 1000, refusals: 3 } },
    });
    await page
      .getByRole('alert')
      .getByText(t('conflict', { who: 'mika' }))
      .waitFor();
    expect(await writes.inputValue()).toBe('7');
    expect(await page.getByRole('button', { name: t('save'), exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: t('discard') }).click();
    await expect.poll(() => writes.inputValue()).toBe(String(version + 10));
    await close();
  });

  it('reports the errors of a profile that is edited as JSON', async () => {
    const t = tPolicies;
    const { page, close } = await setup.open('/policies?profile=balanced', { language });
    await page.getByRole('tab', { name: t('tab.json') }).click();
    const text = page.getByLabel(t('json.label'));
    await text.fill('{');
    await page.getByText(t('json.broken', { why: '' }).trim(), { exact: false }).waitFor();
    await text.fill('{"name":"balanced"}');
    await page.getByText(t('json.shape')).waitFor();
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true');
    await close();
  });

  it('confirms an inferred manifest and withdraws the confirmation', async () => {
    const t = tTools;
    // Without an address of a tool, the first one is open, and stays open when the order of the list changes.
    const { page, complaints, close } = await setup.open('/tools', { language });
    await page.getByText(t('source.guess.hint')).waitFor();
    await page.getByRole('heading', { name: 'archive_mail' }).waitFor();
    await choose(page, t('effect.label'), term('effect.write'));
    await choose(page, t('role.of', { path: 'id' }), term('role.target'));
    await saveScreenshot(page, `tools-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: t('confirm') }).click();
    await page.getByText(t('confirmed', { tool: 'archive_mail' })).waitFor();
    await page.getByRole('button', { name: t('withdraw') }).click();
    await page.getByText(t('source.guess.hint')).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows a declared manifest without allowing changes', async () => {
    const { page, close } = await setup.open('/tools?tool=send_mail', { language, person: 'ken' });
    await page.getByText(tTools('source.declared.hint')).waitFor();
    await expect.poll(() => page.getByLabel(tTools('effect.label')).isDisabled()).toBe(true);
    await close();
  });

  it('lists skills and shows their problems as text', async () => {
    const { page, complaints, close } = await setup.open('/skills', { language });
    await page.getByText(tSkills('diagnostics.title', { count: 2 })).waitFor();
    await page.getByRole('link', { name: /invoice/ }).click();
    await page.getByRole('heading', { level: 2, name: 'invoice' }).waitFor();
    await saveScreenshot(page, `skills-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('searchbox').fill('ｉｎｖｏｉｃｅ');
    expect(await page.getByRole('link', { name: /invoice/ }).count()).toBe(1);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  it('runs the doctor again and copies a report', async () => {
    const { page, complaints, close } = await setup.open('/doctor', { language });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('audit.chain').waitFor();
    await saveScreenshot(page, `doctor-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: tDoctor('again') }).click();
    await page.getByRole('button', { name: tDoctor('again') }).waitFor();
    await page.getByRole('button', { name: tDoctor('copy') }).click();
    await page.getByText(tDoctor('copied')).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('audit.chain');
    expect(complaints).toEqual([]);
    await close();
  });
});

it('reports that the server does not respond, offers a retry, and recovers', async () => {
  const t = translatePolicies('en');
  const { page, close } = await setup.open('/policies', { language: 'en' });
  await page.getByRole('tab', { name: t('tab.limits') }).waitFor();
  await setup.server.stop();
  await page.getByRole('link', { name: t('name.fast') }).click();
  const silence = page.getByText('The server did not respond.', { exact: false });
  await silence.first().waitFor();
  const again = page.getByRole('button', { name: 'Try again' }).first();
  expect(await again.isEnabled()).toBe(true);
  await setup.server.start();
  // On a slow machine the console may have recovered automatically before the retry.
  await again.click({ timeout: 3000 }).catch(() => undefined);
  await page.getByRole('tab', { name: t('tab.limits') }).waitFor();
  await expect.poll(() => silence.count()).toBe(0);
  await close();
});
