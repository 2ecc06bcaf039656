import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './harness/find-violations.ts';
import { keepScreenshot } from './harness/keep-screenshot.ts';
import { LANGUAGES, speakDoctor, speakPolicies, speakSkills, speakTools } from './harness/speak.ts';
import { setStage } from './harness/set-stage.ts';

const ATTACK = '<img src=x onerror="window.hit=1">';

const skills = mkdtempSync(join(tmpdir(), 'sekisho-skills-'));
writeSkill('invoice', `name: invoice\ndescription: Writes invoices. ${ATTACK}\n`);
writeSkill('broken', 'description: [\n');
const stage = setStage({ SKILLS_DIR: skills });

beforeAll(async () => {
  const { run_id } = await stage.api.post<{ run_id: string }>('/api/playground/runs', {
    scenario: 'mail-benign',
    language: 'ja',
  });
  await stage.api.runUntil(run_id, 'done');
});

afterAll(() => rmSync(skills, { recursive: true, force: true }));

function writeSkill(name: string, frontMatter: string): void {
  mkdirSync(join(skills, name));
  writeFileSync(join(skills, name, 'SKILL.md'), `---\n${frontMatter}---\n\n# ${name}\n\nWhat to do.\n`);
}

describe.each(LANGUAGES)('administration, in %s', (language) => {
  const sayPolicies = speakPolicies(language);
  const sayTools = speakTools(language);
  const saySkills = speakSkills(language);
  const sayDoctor = speakDoctor(language);

  it('tests a changed profile with recorded runs, saves it, and restores it', async () => {
    const { page, complaints, close } = await stage.open('/policies?profile=fast', { language });
    const say = sayPolicies;
    await page.getByRole('tab', { name: say('tab.rules') }).click();
    await page.getByLabel(say('rules.new')).fill('allow.asked');
    await page.getByRole('button', { name: say('rules.add'), exact: true }).click();
    await page.getByLabel(say('rules.answerOf', { rule: 'allow.asked' })).selectOption('off');
    await page.getByText(say('unsaved')).waitFor();
    await page.getByRole('button', { name: say('dryRun') }).click();
    const result = page.getByRole('region', { name: say('dry.title') }).first();
    await result.getByRole('heading', { name: say('dry.count', { count: 1 }) }).waitFor();
    await result.getByText('send_mail').waitFor();
    await result.getByText(say('dry.stricter')).waitFor();
    await keepScreenshot(page, `policies-${language}`);
    expect(await findViolations(page)).toEqual([]);
    const decisions = async () =>
      (await stage.api.get<{ profile: { decisions: object } }>('/api/policies/fast')).profile.decisions;
    await page.getByRole('button', { name: say('save'), exact: true }).click();
    await page.getByText(say('saved', { name: 'fast' })).waitFor();
    expect(await decisions()).toMatchObject({ 'allow.asked': 'off' });
    await page.getByRole('button', { name: say('restore'), exact: true }).click();
    await page.getByRole('button', { name: say('save'), exact: true }).click();
    // The message about the first change may have disappeared when the second is made.
    await expect.poll(decisions).not.toHaveProperty('allow.asked');
    await page.getByText(say('unsaved')).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports why the server rejects a profile that would break a rule', async () => {
    const say = sayPolicies;
    const { page, close } = await stage.open('/policies?profile=fast', { language });
    const name = say('cell', { role: say('role.recipient'), origin: say('origin.prose') });
    await page.getByRole('checkbox', { name }).check();
    await page.getByRole('button', { name: say('dryRun') }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('origin.recipient');
    await close();
  });

  it('reports who changed a profile when two people save it', async () => {
    const say = sayPolicies;
    const { page, close } = await stage.open('/policies?profile=strict', { language });
    await page.getByRole('tab', { name: say('tab.limits') }).click();
    const writes = page.getByLabel(say('limits.writes'));
    await writes.fill('7');
    const { version, profile } = await stage.api.get<{ version: number; profile: object }>(
      '/api/policies/strict',
    );
    await stage.api.put('/api/policies/strict', {
      version,
      profile: { ...profile, limits: { writes: version + 10, spend: 1000, refusals: 3 } },
    });
    await page
      .getByRole('alert')
      .getByText(say('conflict', { who: 'mika' }))
      .waitFor();
    expect(await writes.inputValue()).toBe('7');
    expect(await page.getByRole('button', { name: say('save'), exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: say('discard') }).click();
    await expect.poll(() => writes.inputValue()).toBe(String(version + 10));
    await close();
  });

  it('reports the errors of a profile that is edited as JSON', async () => {
    const say = sayPolicies;
    const { page, close } = await stage.open('/policies?profile=balanced', { language });
    await page.getByRole('tab', { name: say('tab.json') }).click();
    const text = page.getByLabel(say('json.label'));
    await text.fill('{');
    await page.getByText(say('json.broken', { why: '' }).trim(), { exact: false }).waitFor();
    await text.fill('{"name":"balanced"}');
    await page.getByText(say('json.shape')).waitFor();
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true');
    await close();
  });

  it('confirms an inferred manifest and withdraws the confirmation', async () => {
    const say = sayTools;
    const { page, complaints, close } = await stage.open('/tools?tool=archive_mail', { language });
    await page.getByText(say('source.guess.hint')).waitFor();
    await page.getByLabel(say('effect.label')).selectOption('write');
    await page.getByLabel(say('role.of', { path: 'id' })).selectOption('target');
    await keepScreenshot(page, `tools-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: say('confirm') }).click();
    await page.getByText(say('confirmed', { tool: 'archive_mail' })).waitFor();
    await page.getByRole('button', { name: say('withdraw') }).click();
    await page.getByText(say('source.guess.hint')).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows a declared manifest without allowing changes', async () => {
    const { page, close } = await stage.open('/tools?tool=send_mail', { language, person: 'ken' });
    await page.getByText(sayTools('source.declared.hint')).waitFor();
    await expect.poll(() => page.getByLabel(sayTools('effect.label')).isDisabled()).toBe(true);
    await close();
  });

  it('lists skills and shows their problems as text', async () => {
    const { page, complaints, close } = await stage.open('/skills', { language });
    await page.getByText(saySkills('diagnostics.title', { count: 2 })).waitFor();
    await page.getByRole('link', { name: /invoice/ }).click();
    await page.getByRole('heading', { level: 2, name: 'invoice' }).waitFor();
    await keepScreenshot(page, `skills-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('searchbox').fill('ｉｎｖｏｉｃｅ');
    expect(await page.getByRole('link', { name: /invoice/ }).count()).toBe(1);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  it('runs the doctor again and copies a report', async () => {
    const { page, complaints, close } = await stage.open('/doctor', { language });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('audit.chain').waitFor();
    await keepScreenshot(page, `doctor-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: sayDoctor('again') }).click();
    await page.getByRole('button', { name: sayDoctor('again') }).waitFor();
    await page.getByRole('button', { name: sayDoctor('copy') }).click();
    await page.getByText(sayDoctor('copied')).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('audit.chain');
    expect(complaints).toEqual([]);
    await close();
  });
});

it('reports that the server does not respond, offers a retry, and recovers', async () => {
  const say = speakPolicies('en');
  const { page, close } = await stage.open('/policies', { language: 'en' });
  await page.getByRole('tab', { name: say('tab.limits') }).waitFor();
  await stage.server.stop();
  await page.getByRole('link', { name: say('name.fast') }).click();
  const silence = page.getByText('The server did not answer.', { exact: false });
  await silence.first().waitFor();
  const again = page.getByRole('button', { name: 'Try again' }).first();
  expect(await again.isEnabled()).toBe(true);
  await stage.server.start();
  // On a slow machine the console may have recovered automatically before the retry.
  await again.click({ timeout: 3000 }).catch(() => undefined);
  await page.getByRole('tab', { name: say('tab.limits') }).waitFor();
  await expect.poll(() => silence.count()).toBe(0);
  await close();
});
