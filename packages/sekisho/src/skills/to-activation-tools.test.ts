import { describe, expect, it } from 'vitest';
import { skillText, skillsFolder } from '../../test/skills-folder.ts';
import { describeTool } from '../openai-agents/describe-tool.ts';
import { RunContext } from '../openai-agents/upstream.ts';
import { loadSkills } from './load-skills.ts';
import { toActivationTools } from './to-tools.ts';
import { toTools } from './to-tools.ts';
import { skillToolOrigins } from './tools/skill-tool.ts';
import type { SkillTool } from './tools/skill-tool.ts';

const FILES = {
  'kitchen/tea/SKILL.md': skillText(
    'name: tea\ndescription: Makes green tea.\ntags: [drink]',
    'Boil $ARGUMENTS.\n',
  ),
  'office/tea/SKILL.md': skillText('name: tea\ndescription: Plans a tea break for a team.'),
  'pdf-forms/SKILL.md': skillText('name: pdf-forms\ndescription: Fills in forms and reports.'),
  'reports/SKILL.md': skillText('name: reports\ndescription: 月次の報告書を作成します。PDF にも対応します。'),
  'hidden/SKILL.md': skillText('name: hidden\ndescription: Hidden tea.\ndisable-model-invocation: true'),
};

async function toolsOf(files: Record<string, string> = FILES, options = {}) {
  const skills = await loadSkills({ dir: await skillsFolder(files) });
  const tools = toActivationTools(skills, options);
  return { skills, tools, use: (name: string, args: unknown) => call(tools, name, args) };
}

async function call(tools: readonly SkillTool[], name: string, args: unknown): Promise<string> {
  const found = tools.find((candidate) => candidate.name === name);
  return String(await found?.invoke(new RunContext(), JSON.stringify(args)));
}

describe('toActivationTools', () => {
  it('creates two tools for skills without files, and none without skills', async () => {
    const { tools } = await toolsOf();
    expect(tools.map(({ name }) => name)).toEqual(['skill_search', 'skill_activate']);
    expect(skillToolOrigins(tools)).toMatchObject([
      { canonical_id: 'skill.search', effect: 'read', trusted: false },
      { canonical_id: 'skill.activate', effect: 'read', trusted: false },
    ]);
    expect(describeTool(tools[1])).toMatchObject({ kind: 'skill', manifest: { trusted_source: false } });
    expect(toActivationTools([])).toEqual([]);
  });

  it('adds the read tool for files and long texts, and the run tool for scripts in a sandbox', async () => {
    const sandbox = { run: async () => ({ exit_code: 0, stdout: '', stderr: '' }) };
    const names = async (files: Record<string, string>, options = {}) =>
      (await toolsOf({ ...FILES, ...files }, options)).tools.slice(2).map(({ name }) => name);
    expect(await names({ 'reports/notes.md': 'n' })).toEqual(['skill_read']);
    expect(await names({ 'long/SKILL.md': skillText('description: L.', 'x\n'.repeat(150_000)) })).toEqual([
      'skill_read',
    ]);
    expect(await names({ 'reports/scripts/a.sh': 'n' })).toEqual(['skill_read']);
    expect(await names({ 'reports/scripts/a.sh': 'n' }, { sandbox })).toEqual(['skill_read', 'skill_run']);
  });

  it('rejects skills that child agents execute', async () => {
    const skills = await loadSkills({ dir: await skillsFolder(FILES), mode: 'child_agent' });
    expect(() => toActivationTools(skills)).toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-SKILL-SCHEMA',
        message: expect.stringContaining('Use toTools()'),
      }),
    );
  });
});

describe('skill_search', () => {
  it.each([
    ['green tea', ['kitchen:tea', 'office:tea']],
    ['TEAM', ['office:tea']],
    ['drinks', ['kitchen:tea']],
    ['a form in a pdf', ['pdf-forms', 'reports']],
    ['報告書を作りたい', ['reports']],
    ['office:tea', ['office:tea', 'kitchen:tea']],
    ['submarine', []],
    ['', ['kitchen:tea', 'office:tea', 'pdf-forms', 'reports']],
    ['?!', ['kitchen:tea', 'office:tea', 'pdf-forms', 'reports']],
  ])('finds skills for %j', async (query, ids) => {
    const { use } = await toolsOf();
    const answer = JSON.parse(await use('skill_search', { query }));
    const found = answer.skills.map(({ skill_id }: { skill_id: string }) => skill_id);
    expect(found.slice(0, Math.max(1, ids.length))).toEqual(ids);
    expect(found).not.toContain('hidden');
  });

  it('returns the input schema of a skill, unless it is very long', async () => {
    const long = `{type: object, properties: {n: {enum: [${'"value", '.repeat(400)}"end"]}}}`;
    const { use } = await toolsOf({
      'a/SKILL.md': skillText('name: a\ndescription: First.\ninput_schema: {type: object, title: mine}'),
      'b/SKILL.md': skillText(`name: b\ndescription: ${'Second. '.repeat(100)}\ninput_schema: ${long}`),
    });
    const { skills } = JSON.parse(await use('skill_search', { query: '' }));
    expect(skills[0]).toEqual({
      skill_id: 'a',
      name: 'a',
      overview: 'First.',
      tags: [],
      input_schema: { type: 'object', title: 'mine' },
    });
    expect(skills[1].overview).toHaveLength(400);
    expect(skills[1]).not.toHaveProperty('input_schema');
  });

  it.each([[{}], [{ query: 1 }], [{ query: 'x'.repeat(401) }], [{ query: 'a', cursor: '-1' }]])(
    'rejects %j',
    async (args) => {
      const { use } = await toolsOf();
      expect(await use('skill_search', args)).toMatch(/^AGENTS-E-INPUT-INVALID/);
    },
  );
});

describe('skill_activate', () => {
  it('returns the same result as the tool of the skill', async () => {
    const { use, skills } = await toolsOf();
    const input = { task: 'for two', arguments: 'the water' };
    const answer = await use('skill_activate', { skill_id: 'kitchen:tea', input });
    expect(answer).toContain('Boil the water.');
    expect(answer).toBe(await call(toTools(skills), 'skill_kitchen_tea', input));
  });

  it.each([
    ['an unknown skill', { skill_id: 'coffee', input: { task: 'x' } }, /^AGENTS-E-/],
    ['a hidden skill', { skill_id: 'hidden', input: { task: 'x' } }, /^AGENTS-E-/],
    ['a missing input', { skill_id: 'reports' }, /^AGENTS-E-INPUT-INVALID/],
    ['an input that does not match', { skill_id: 'reports', input: { job: 1 } }, /the skill "reports"/],
    ['an input that is not an object', { skill_id: 'reports', input: 'x' }, /^AGENTS-E-INPUT-INVALID/],
  ])('is not executed for %s', async (_case, args, refusal) => {
    const { use } = await toolsOf();
    const answer = await use('skill_activate', args);
    expect(answer).toMatch(refusal);
    expect(answer).not.toContain('<skill_content');
  });

  it('lists the ids that match a short name', async () => {
    const many = Array.from({ length: 100 }, (_, n) => [
      `s${n}/SKILL.md`,
      skillText(`name: s${n}\ndescription: S.`),
    ]);
    const { use } = await toolsOf({ ...FILES, ...Object.fromEntries(many) });
    expect(await use('skill_activate', { skill_id: 'tea', input: { task: 'x' } })).toContain(
      'Did you mean kitchen:tea, office:tea?',
    );
  });
});
