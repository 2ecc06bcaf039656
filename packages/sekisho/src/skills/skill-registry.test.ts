import { describe, expect, it } from 'vitest';
import { skillText, skillsFolder } from '../../test/skills-folder.ts';
import { RunContext } from '../openai-agents/upstream.ts';
import { defaultInputSchema } from './load/resolve-schema.ts';
import { SkillMetadataExtractor } from './skill-metadata-extractor.ts';
import { SkillRegistry } from './skill-registry.ts';
import { skillToolOrigins } from './tools/skill-tool.ts';
import type { SkillTool } from './tools/skill-tool.ts';

async function answerOf(tools: readonly SkillTool[], index: number, args: unknown): Promise<string> {
  return String(await tools[index]?.invoke(new RunContext(), JSON.stringify(args)));
}

async function registryOf(count: number) {
  const files = Array.from({ length: count }, (_, n) => {
    const id = `s${String(n).padStart(3, '0')}`;
    return [
      `${id}/SKILL.md`,
      skillText(`name: ${id}\ndescription: Skill ${n}.\ntags: [${n % 2 ? 'odd' : 'even'}]`),
    ];
  });
  const registry = new SkillRegistry();
  return {
    registry,
    skills: await registry.loadFromDirectory(await skillsFolder(Object.fromEntries(files))),
  };
}

describe('SkillRegistry', () => {
  it('loads, lists, describes and creates tools', async () => {
    const { registry, skills } = await registryOf(2);
    expect(skills[0]?.descriptor.mode).toBe('function_tool');
    expect(await registry.listSkills(skills)).toHaveLength(2);
    expect(await registry.describeSkill(skills, 's001', 'full')).toMatchObject({ overview: 'Skill 1.' });
    expect(registry.toTools(skills).map(({ name }) => name)).toEqual([
      'skill_s000',
      'skill_s001',
      'skill_read',
    ]);
    expect(registry.toIntrospectionTools(skills).map(({ name }) => name)).toEqual([
      'skill_list',
      'skill_describe',
    ]);
  });
});

describe('toIntrospectionTools', () => {
  it('lists twenty skills per page, filtered by tag if requested', async () => {
    const { registry, skills } = await registryOf(45);
    const tools = registry.toIntrospectionTools(skills);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = JSON.parse(await answerOf(tools, 0, cursor === undefined ? {} : { cursor }));
      seen.push(...page.skills.map((line: { skill_id: string }) => line.skill_id));
      cursor = page.next_cursor;
    } while (cursor !== undefined && seen.length < 100);
    expect(seen).toEqual(skills.map(({ descriptor }) => descriptor.skill_id));
    expect(JSON.parse(await answerOf(tools, 0, { tag: 'odd' }))).toMatchObject({ total: 22 });
  });

  it('describes one skill and refers to the list for an unknown one', async () => {
    const { registry, skills } = await registryOf(1);
    const tools = registry.toIntrospectionTools(skills);
    expect(JSON.parse(await answerOf(tools, 1, { skill_id: 's000' }))).toMatchObject({
      overview: 'Skill 0.',
    });
    expect(await answerOf(tools, 1, { skill_id: 'unknown' })).toMatch(/^AGENTS-E-INPUT-INVALID/);
  });

  it('enumerates up to a hundred ids and reports unknown ids beyond', async () => {
    const { registry, skills } = await registryOf(101);
    const many = registry.toIntrospectionTools(skills);
    expect(JSON.stringify(many[1]?.parameters)).not.toContain('enum":["s000');
    expect(await answerOf(many, 1, { skill_id: 'unknown' })).toMatch(/^AGENTS-E-SKILL-NOT-FOUND/);
    const few = registry.toIntrospectionTools(skills.slice(0, 100));
    expect(JSON.stringify(few[1]?.parameters)).toContain('enum":["s000');
  });

  it.each([[{ cursor: 'x' }], [{ cursor: -1 }], [{ page: 2 }], [[]], [{ tag: 1 }]])(
    'rejects %j',
    async (args) => {
      const { registry, skills } = await registryOf(1);
      expect(await answerOf(registry.toIntrospectionTools(skills), 0, args)).toMatch(
        /^AGENTS-E-INPUT-INVALID/,
      );
    },
  );

  it('uses the names of the design documents as canonical ids', async () => {
    const { registry, skills } = await registryOf(1);
    const origins = skillToolOrigins(registry.toIntrospectionTools(skills));
    expect(origins.map(({ canonical_id }) => canonical_id)).toEqual(['skill.list', 'skill.describe']);
    expect(registry.toIntrospectionTools([])).toEqual([]);
  });

  it('hides skills that models may not call', async () => {
    const dir = await skillsFolder({
      'a/SKILL.md': skillText('name: a\ndescription: A.\ndisable-model-invocation: true'),
    });
    const registry = new SkillRegistry();
    const skills = await registry.loadFromDirectory(dir);
    expect(registry.toIntrospectionTools(skills)).toEqual([]);
    expect(registry.toTools(skills)).toEqual([]);
    expect(await registry.listSkills(skills)).toHaveLength(1);
  });
});

describe('SkillMetadataExtractor', () => {
  const descriptor = { skill_id: 'a', mode: 'function_tool', input_schema: defaultInputSchema() } as const;
  const extractor = new SkillMetadataExtractor();

  it('reads a manifest from a text, with or without front matter', () => {
    const text = skillText('name: A\ndescription: Does it.\ntags: t', '## Do not\n\n- Do it twice.\n');
    expect(extractor.extractManifest(descriptor, `\uFEFF${text}`.replaceAll('\n', '\r\n'))).toEqual({
      skill_id: 'a',
      name: 'A',
      overview: 'Does it.',
      tags: ['t'],
      usage_examples: [],
      constraints: ['Do it twice.'],
      input_schema: descriptor.input_schema,
    });
    expect(extractor.extractManifest(descriptor, '# A\n\nDoes it.')).toMatchObject({
      name: 'a',
      overview: 'Does it.',
    });
  });

  it.each([
    ['an empty text', ''],
    ['headings only', '# A\n\n## B\n'],
    ['unterminated front matter', '---\nname: a\n'],
    ['front matter that is not YAML', '---\n- a\n---\n'],
  ])('rejects %s', (_case, text) => {
    expect(() => extractor.extractManifest(descriptor, text)).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-SKILL-PARSE' }),
    );
  });

  it('rejects a descriptor without a schema', () => {
    const given = JSON.parse('{"skill_id":"a","mode":"function_tool"}');
    expect(() => extractor.extractManifest(given, 'text')).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-SKILL-PARSE' }),
    );
  });

  it('creates the introspection tools only from manifests', async () => {
    const manifest = extractor.extractManifest(descriptor, '# A\n\nDoes it.');
    const tools = extractor.buildIntrospectionTools([manifest]);
    expect(JSON.parse(await answerOf(tools, 1, { skill_id: 'a', detail_level: 'full' }))).toEqual(manifest);
    expect(() => extractor.buildIntrospectionTools(JSON.parse('[{"skill_id":"a"}]'))).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-SKILL-SCHEMA' }),
    );
  });
});
