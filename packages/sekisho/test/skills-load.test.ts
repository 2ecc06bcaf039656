import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadSkills } from '../src/skills/load-skills.ts';
import { reportSkills } from '../src/skills/load-skills.ts';
import { toTools } from '../src/skills/to-tools.ts';
import { VARIANTS, writeGeneratedSkills } from './skills-generated.ts';
import { skillsFolder } from './skills-folder.ts';
import { proofSize } from '../../../test/proof-size.ts';

async function perFile(count: number): Promise<number> {
  const dir = await skillsFolder({});
  await writeGeneratedSkills(dir, count);
  await loadSkills({ dir });
  const start = process.cpuUsage();
  for (const { manifest } of await loadSkills({ dir })) JSON.stringify(manifest);
  return process.cpuUsage(start).user / count;
}

const MANY = proofSize('generatedSkills');

describe(`a collection of ${MANY} skills of mixed quality`, () => {
  it('loads without an exception, and every file has the expected result', async () => {
    const dir = await skillsFolder({});
    const expected = await writeGeneratedSkills(dir, MANY);
    const lines = await reportSkills(dir);
    expect(new Map(lines.map(({ path, status }) => [path, status]))).toEqual(expected);
    const skills = await loadSkills({ dir });
    const usable = [...expected.values()].filter((status) => status !== 'disabled').length;
    expect(skills).toHaveLength(usable);
    expect(new Set(toTools(skills).map(({ name }) => name)).size).toBe(usable + 1);
    for (const { manifest } of skills) expect(manifest.constraints.length).toBeGreaterThan(0);
  });

  it('has about the same cost per file for four times as many', async () => {
    const few = await perFile(MANY / 4);
    // Quadratic work would make each file of the larger collection four times as expensive.
    expect(await perFile(MANY)).toBeLessThan(few * 2.5);
  });
});

describe('a marketplace in which every name occurs many times', () => {
  it('loads every skill, with unique and stable ids and tool names', async () => {
    const layouts = ['plugins/p#/skills', '.claude/plugins/p#', 'Team #', 'a/b/c#'];
    const usable = Object.values(VARIANTS).filter(({ expected }) => expected !== 'disabled');
    const files = Array.from({ length: 12 * 30 }, (_, index) => {
      const group = Math.floor(index / 30);
      const folder = layouts[group % layouts.length]?.replace('#', String(group));
      const text = usable[index % usable.length]?.text(index % 30) ?? '';
      return [`${folder}/skill-${index % 30}/SKILL.md`, text];
    });
    const dir = await skillsFolder(Object.fromEntries(files));
    const lines = await reportSkills(dir);
    expect(lines).toHaveLength(360);
    expect(lines.filter(({ status }) => status === 'disabled')).toEqual([]);
    expect(new Set(lines.map(({ skill_id }) => skill_id)).size).toBe(360);
    expect(new Set(lines.map(({ tool_name }) => tool_name)).size).toBe(360);
    for (const { tool_name } of lines) expect(tool_name).toMatch(/^skill_[A-Za-z0-9_]{1,58}$/);
    expect(lines.map(({ skill_id }) => skill_id)).toContain('p4:skill-7');
    expect(await reportSkills(dir)).toEqual(lines);
    expect(toTools(await loadSkills({ dir }))).toHaveLength(361);
  });
});

const SOURCES = '--conditions=@sekisho/source';

describe('the report of the command line', () => {
  const script = join(import.meta.dirname, '../../../scripts/skills-report.ts');
  const run = promisify(execFile);

  it('writes one line of JSON for each SKILL.md', async () => {
    const dir = await skillsFolder({});
    const expected = await writeGeneratedSkills(join(dir, 'skills'), 28);
    const out = join(dir, 'report.jsonl');
    const { stdout } = await run(process.execPath, [SOURCES, script, join(dir, 'skills'), '--out', out]);
    expect(stdout).toContain('28 SKILL.md');
    const lines = (await readFile(out, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(lines.map(({ path }) => path))).toEqual(new Set(expected.keys()));
    expect(lines).toHaveLength(28);
    const keys = ['path', 'status', 'skill_id', 'name', 'description', 'tool_name', 'warnings'];
    for (const line of lines) expect(Object.keys(line)).toEqual(expect.arrayContaining(keys));
  });

  it('reports the problem with its arguments', async () => {
    await expect(run(process.execPath, [SOURCES, script, '/nowhere/at/all'])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be opened'),
    });
    await expect(run(process.execPath, [SOURCES, script])).rejects.toMatchObject({ code: 2 });
  });
});
