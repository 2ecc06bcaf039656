import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIANTS } from '../../test/skills-generated.ts';
import { skillText, skillsFolder } from '../../test/skills-folder.ts';
import { describeSkill, listSkills } from './load-skills.ts';
import { loadSkillsDetailed, loadSkills, reportSkills } from './load-skills.ts';
import { MarkdownItParser } from './load/markdown-parser.ts';
import { requireLoaded } from './loaded-skill.ts';

const good = skillText('name: good\ndescription: Does good.');

async function idsBelow(dir: string): Promise<string[]> {
  return (await listSkills(await loadSkills({ dir }))).map(({ skill_id }) => skill_id);
}

async function inputSchemaOf(files: Record<string, string>): Promise<unknown> {
  const { skills, diagnostics } = await loadSkillsDetailed({ dir: await skillsFolder(files) });
  return skills[0]?.descriptor.input_schema ?? diagnostics[0]?.code;
}

describe('loadSkills', () => {
  it.each(Object.entries(VARIANTS))('handles the variant %s', async (_name, habit) => {
    const dir = await skillsFolder({ 'skill-1/SKILL.md': habit.text(1), 'good/SKILL.md': good });
    const [other, line] = await reportSkills(dir);
    expect(other).toMatchObject({ path: 'good/SKILL.md', status: 'enabled' });
    expect(line).toMatchObject({ path: 'skill-1/SKILL.md', status: habit.expected });
    expect(line?.code).toBe(habit.expected === 'disabled' ? 'AGENTS-E-SKILL-PARSE' : undefined);
    expect(await loadSkills({ dir })).toHaveLength(habit.expected === 'disabled' ? 1 : 2);
  });

  it('loads a folder of skills, a single skill, nested skills and the lower-case file name, in path order', async () => {
    const dir = await skillsFolder({
      'b/skill.md': skillText('name: b\ndescription: B.'),
      '.agents/skills/a/SKILL.md': skillText('name: a\ndescription: A.'),
      'b/deep/er/c/SKILL.md': skillText('name: c\ndescription: C.'),
      'node_modules/x/SKILL.md': good,
      '.git/x/SKILL.md': good,
      'dist/x/SKILL.md': good,
      'b/README.md': 'not a skill',
    });
    expect(await idsBelow(dir)).toEqual(['a', 'c', 'b']);
    expect(await idsBelow(join(dir, '.agents/skills/a'))).toEqual(['a']);
  });

  it('throws only when the folder itself cannot be opened', async () => {
    const dir = await skillsFolder({ 'file.txt': '' });
    for (const path of [join(dir, 'missing'), join(dir, 'file.txt')]) {
      await expect(loadSkills({ dir: path })).rejects.toMatchObject({ code: 'AGENTS-E-SKILL-PARSE' });
    }
    expect(await loadSkills({ dir })).toEqual([]);
  });

  it.each([
    ['plugins', { 'plugins/a/skills/good': 'a:good', 'plugins/b/skills/good': 'b:good' }],
    ['nested groups', { 'x/y/good': 'x:y:good', 'x/z/good': 'x:z:good' }],
    ['one skill at the top level', { good: 'good', 'a/good': 'a:good' }],
    ['folders with other names', { x: 'x:good', y: 'y:good' }],
    [
      'copies for several clients',
      { '.agents/skills/good': 'agents:skills:good', '.claude/skills/good': 'claude:skills:good' },
    ],
    ['a name that is used once', { 'plugins/a/skills/good': 'good' }],
  ])('assigns ids by folder to skills with the same name: %s', async (_case, folders) => {
    const dir = await skillsFolder(
      Object.fromEntries(Object.keys(folders).map((folder) => [`${folder}/SKILL.md`, good])),
    );
    const { skills, diagnostics } = await loadSkillsDetailed({ dir });
    const ids = skills.map(({ descriptor, manifest, source_path }) => {
      expect(manifest.skill_id).toBe(descriptor.skill_id);
      return [relative(dir, dirname(source_path)), descriptor.skill_id];
    });
    expect(Object.fromEntries(ids)).toEqual(folders);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const named = diagnostics.filter(({ message }) => message.includes('is used by'));
    expect(named).toHaveLength(Object.keys(folders).length > 1 ? Object.keys(folders).length : 0);
  });

  it('assigns different ids where folders differ only in punctuation or case, or are too long', async () => {
    const long = 'long-folder-name-'.repeat(3);
    const folders = [
      'A b/good',
      'a-b/good',
      'a/good/good',
      'a/good',
      'a',
      `${long}/${long}/${long}/good`,
      '.c/good',
      'c/good',
      '.d/good',
    ];
    const dir = await skillsFolder(Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, good])));
    const ids = await idsBelow(dir);
    expect(new Set(ids).size).toBe(folders.length);
    expect(await idsBelow(dir)).toEqual(ids);
    for (const id of ids) expect(id.length).toBeLessThanOrEqual(128);
  });

  it('does not change the ids of a collection when a skill with another name is added', async () => {
    const files = { 'a/tea/SKILL.md': good, 'b/tea/SKILL.md': good };
    const before = await idsBelow(await skillsFolder(files));
    const other = skillText('name: other\ndescription: O.');
    const after = await idsBelow(await skillsFolder({ ...files, 'A/SKILL.md': other }));
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it.each([
    ['child-agent', 'Did you mean "child_agent"?'],
    ['function_tools', 'Did you mean "function_tool"?'],
    ['auto', 'Use "function_tool" or "child_agent".'],
    [7, 'Use "function_tool" or "child_agent".'],
  ])('rejects the mode %j', async (mode, suggestion) => {
    const options = JSON.parse(JSON.stringify({ dir: await skillsFolder({ 'a/SKILL.md': good }), mode }));
    await expect(loadSkills(options)).rejects.toMatchObject({
      code: 'AGENTS-E-INPUT-INVALID',
      message: expect.stringContaining(suggestion),
    });
  });

  it('ignores a SKILL.md that a link takes from the folder of another skill or from beside it', async () => {
    const dir = await skillsFolder({
      'a/SKILL.md': skillText('name: a\ndescription: A.'),
      'a/notes.md': skillText('name: mine\ndescription: Private.'),
      '.env': skillText('name: keys\ndescription: Keys.'),
    });
    for (const [name, target] of [
      ['b', 'a/notes.md'],
      ['c', '.env'],
    ] as const) {
      await mkdir(join(dir, name));
      await symlink(join(dir, target), join(dir, name, 'SKILL.md'));
    }
    await mkdir(join(dir, 'd'));
    await writeFile(join(dir, 'd/text.md'), skillText('name: d\ndescription: D.'));
    await symlink(join(dir, 'd/text.md'), join(dir, 'd/SKILL.md'));
    const { skills, diagnostics } = await loadSkillsDetailed({ dir });
    expect(skills.map(({ manifest }) => manifest.name)).toEqual(['a', 'd']);
    expect(diagnostics.map(({ path }) => path).toSorted()).toEqual(['b/SKILL.md', 'c/SKILL.md']);
  });

  it('follows no link out of the folder', async () => {
    const outside = await skillsFolder({ 'secret/SKILL.md': good, 'SKILL.md': good });
    const dir = await skillsFolder({ 'a/SKILL.md': skillText('name: a\ndescription: A.') });
    await symlink(join(outside, 'secret'), join(dir, 'linked'));
    await mkdir(join(dir, 'b'));
    await symlink(join(outside, 'SKILL.md'), join(dir, 'b/SKILL.md'));
    await symlink(dir, join(dir, 'a/loop'));
    const { skills, diagnostics } = await loadSkillsDetailed({ dir });
    expect(skills).toHaveLength(1);
    expect(diagnostics.map(({ path }) => path)).toEqual(expect.arrayContaining(['linked', 'b/SKILL.md']));
    expect(await reportSkills(dir)).toMatchObject([
      { status: 'enabled' },
      { path: 'b/SKILL.md', status: 'disabled' },
    ]);
  });

  it('stops at its limits and reports it', async () => {
    const dir = await skillsFolder({
      'a/b/c/SKILL.md': good,
      'd/SKILL.md': skillText('name: d\ndescription: D.'),
    });
    const shallow = await loadSkillsDetailed({ dir, limits: { maxDepth: 1 } });
    expect(shallow.skills).toHaveLength(1);
    expect(shallow.diagnostics[0]?.message).toContain('level 1');
    const few = await loadSkillsDetailed({ dir, limits: { maxDirectories: 2 } });
    expect(few.diagnostics.filter(({ message }) => message.includes('2 folders'))).toHaveLength(1);
    const small = await loadSkillsDetailed({ dir, limits: { maxFileBytes: 10 } });
    expect(small.skills).toEqual([]);
    expect(small.diagnostics).toHaveLength(2);
    const short = await loadSkillsDetailed({ dir, limits: { maxFrontMatterChars: 5 } });
    expect(short.skills).toEqual([]);
  });

  it('loads a skill of half a megabyte', async () => {
    const dir = await skillsFolder({ 'good/SKILL.md': good + 'Long text. '.repeat(50_000) });
    expect(await loadSkills({ dir })).toHaveLength(1);
  });

  it('parses a body only when a detail is read', async () => {
    let parsed = 0;
    const parser = new MarkdownItParser();
    const markdownParser = { parse: (text: string) => ((parsed += 1), parser.parse(text)) };
    const dir = await skillsFolder({
      'good/SKILL.md': good,
      'x/SKILL.md': skillText('name: x\ndescription: X.'),
    });
    const skills = await loadSkills({ dir, markdownParser });
    await listSkills(skills);
    expect(parsed).toBe(0);
    await describeSkill(skills, 'good', 'full');
    await describeSkill(skills, 'good', 'full');
    expect(parsed).toBe(1);
  });

  it('records the digest of the text and of every file', async () => {
    const dir = await skillsFolder({
      'good/SKILL.md': good,
      'good/scripts/run': '#!/bin/sh\n',
      'good/tool.py': 'print(1)',
      'good/notes.md': 'n',
      'good/.env': 'KEY=1',
      'good/.cache/x.py': 'print(2)',
    });
    const [skill] = requireLoaded(await loadSkills({ dir }));
    const origin = skill?.origin();
    expect(origin?.sha256).toBe(createHash('sha256').update(good).digest('hex'));
    expect([...(origin?.files ?? [])]).toEqual(
      [
        ['notes.md', 'n'],
        ['scripts/run', '#!/bin/sh\n'],
        ['tool.py', 'print(1)'],
      ].map(([path, text]) => [
        path,
        createHash('sha256')
          .update(text ?? '')
          .digest('hex'),
      ]),
    );
  });

  it('reports the files of a skill that cannot be read', async () => {
    const dir = await skillsFolder({ 'good/SKILL.md': good, 'good/a.md': 'a', 'good/b.md': 'long text' });
    const large = await loadSkillsDetailed({ dir, limits: { maxResourceBytes: 5 } });
    expect(large.diagnostics.map(({ message }) => message).join()).toContain('"b.md"');
    const many = await loadSkillsDetailed({ dir, limits: { maxFiles: 1 } });
    expect(many.diagnostics.map(({ message }) => message).join()).toContain('first 1 files');
  });

  it('passes everything that loadSkillsDetailed returns to onDiagnostic', async () => {
    const dir = await skillsFolder({ 'x/SKILL.md': 'no front matter', 'y/SKILL.md': good });
    const reported: unknown[] = [];
    const { diagnostics } = await loadSkillsDetailed({
      dir,
      onDiagnostic: (diagnostic) => reported.push(diagnostic),
    });
    expect(reported).toEqual(diagnostics);
    expect(diagnostics).toMatchObject([
      { severity: 'error', code: 'AGENTS-E-SKILL-PARSE' },
      { severity: 'warning' },
    ]);
  });

  it('describes skills without a description by their first paragraph if the host enables it', async () => {
    const dir = await skillsFolder({
      'x/SKILL.md': '# Title\n\nMakes tea.\n\nAnd more.\n',
      'y/SKILL.md': skillText('name: y', '# Y\n\nMakes coffee.\n'),
      'z/SKILL.md': '---js\n{}\n---\nMakes errors.\n',
    });
    const skills = await loadSkills({ dir, describeFromText: true });
    expect(skills.map(({ manifest }) => manifest.overview)).toEqual(['Makes tea.', 'Makes coffee.']);
    expect((await reportSkills(dir, true)).map(({ status }) => status)).toEqual([
      'repaired',
      'repaired',
      'disabled',
    ]);
  });

  it('decodes UTF-16 and marks invalid UTF-8', async () => {
    const dir = await skillsFolder({
      'good/SKILL.md': Buffer.from(`\uFEFF${good}`, 'utf16le'),
      'x/SKILL.md': Buffer.concat([
        Buffer.from(skillText('name: x\ndescription: X.')),
        Buffer.from([0xff, 0xfe]),
      ]),
    });
    const lines = await reportSkills(dir);
    expect(lines.map(({ status }) => status)).toEqual(['enabled', 'enabled']);
    expect(lines[1]?.warnings.join()).toContain('UTF-8');
  });

  it('removes invisible characters from the overview', async () => {
    const hidden = Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(
      '',
    );
    const dir = await skillsFolder({
      'x/SKILL.md': skillText(`name: x\ndescription: Nice${hidden}\u202E tool 👨‍👩‍👧`),
    });
    const { skills, diagnostics } = await loadSkillsDetailed({ dir });
    expect(skills[0]?.manifest.overview).toBe('Nice tool 👨‍👩‍👧');
    expect(diagnostics[0]?.message).toContain('invisible');
    const blank = await skillsFolder({ 'x/SKILL.md': skillText(`name: x\ndescription: "${hidden}"`) });
    expect(await loadSkills({ dir: blank })).toEqual([]);
  });
});

describe('input_schema', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const json = JSON.stringify(schema);

  it.each([
    ['a file', skillText('name: a\ndescription: A.\nmetadata:\n  acme/input-schema: in.json')],
    ['the front matter', skillText(`name: a\ndescription: A.\ninput_schema: ${json}`)],
    ['JSON text in the front matter', skillText(`name: a\ndescription: A.\ninput_schema: '${json}'`)],
    [
      'a marked code fence',
      skillText('name: a\ndescription: A.', `\`\`\`json input_schema\n${json}\n\`\`\`\n`),
    ],
  ])('is read from %s', async (_case, text) => {
    expect(await inputSchemaOf({ 'a/SKILL.md': text, 'a/in.json': json })).toEqual(schema);
  });

  it('prefers the file to the front matter and the front matter to the fence', async () => {
    const fence = '```json input_schema\n{"type":"object","title":"fence"}\n```\n';
    const inline = 'input_schema: {type: object, title: inline}';
    const both = skillText(`name: a\ndescription: A.\n${inline}`, fence);
    const all = skillText(`name: a\ndescription: A.\n${inline}\nmetadata: {x/input-schema: in.json}`, fence);
    expect(await inputSchemaOf({ 'a/SKILL.md': both })).toMatchObject({ title: 'inline' });
    expect(await inputSchemaOf({ 'a/SKILL.md': all, 'a/in.json': json })).toEqual(schema);
  });

  it.each([
    [
      'an unmarked code fence',
      skillText('name: a\ndescription: A.', `input_schema:\n\`\`\`json\n${json}\n\`\`\`\n`),
      ['task'],
    ],
    ['$ARGUMENTS', skillText('name: a\ndescription: A.', 'Do $ARGUMENTS.'), ['task', 'arguments']],
    ['a hint', skillText('name: a\ndescription: A.\nargument-hint: "[file]"'), ['task', 'arguments']],
    ['nothing', skillText('name: a\ndescription: A.'), ['task']],
  ])('is a task in plain text for %s', async (_case, text, names) => {
    const found = await inputSchemaOf({ 'a/SKILL.md': text });
    expect(Object.keys(JSON.parse(JSON.stringify(found)).properties)).toEqual(names);
  });

  it.each([
    ['a file outside of the skill', 'metadata: {x/input-schema: ../in.json}'],
    ['an absolute path', 'metadata: {x/input-schema: /etc/hostname}'],
    ['a missing file', 'metadata: {x/input-schema: no.json}'],
    ['an invalid schema', 'input_schema: {type: objct}'],
    ['text that is not JSON', 'input_schema: hello'],
    ['a list', 'input_schema: [a]'],
    ['an id that is not a URI', 'input_schema: {type: object, $id: "http://["}'],
    ['an invalid output schema', 'output_schema: {type: string}'],
  ])('disables the skill with an error code for %s', async (_case, line) => {
    const text = skillText(`name: a\ndescription: A.\n${line}`);
    expect(await inputSchemaOf({ 'a/SKILL.md': text, 'in.json': json })).toBe('AGENTS-E-SKILL-SCHEMA');
  });

  it('does not read a schema through a link out of the skill', async () => {
    const dir = await skillsFolder({
      'a/SKILL.md': skillText('name: a\ndescription: A.\nmetadata: {x/input-schema: in.json}'),
      'in.json': json,
    });
    await symlink(join(dir, 'in.json'), join(dir, 'a/in.json'));
    expect((await loadSkillsDetailed({ dir })).diagnostics[0]).toMatchObject({
      code: 'AGENTS-E-SKILL-SCHEMA',
    });
  });
});

describe('listSkills and describeSkill', () => {
  const text = skillText(
    [
      'name: maker',
      'description: >',
      '  Makes',
      '  things.',
      'tags: [x]',
      'compatibility: Needs a kitchen',
      'usage_examples:',
      '  - {title: Declared, input: {task: tea}, expected_output: {cup: 1}}',
      '  - {title: Wrong, input: {cups: 1}}',
    ].join('\n'),
    [
      '# Maker',
      '## Examples',
      '```json',
      '{"task": "bake"}',
      '```',
      '### Another one',
      'Make a cake with three layers.',
      '## Limitations',
      '- Never bake at night.',
      '- Ask first.',
      '',
      'Paragraphs count.',
      '## 禁止事項',
      '- 火を使わない',
      '## Other',
      '- Not a limit',
    ].join('\n'),
  );

  it('returns one summary for each skill', async () => {
    const skills = await loadSkills({ dir: await skillsFolder({ 'maker/SKILL.md': text }) });
    expect(await listSkills(skills)).toEqual([
      { skill_id: 'maker', name: 'maker', overview: 'Makes things.', tags: ['x'] },
    ]);
  });

  it('describes a skill in full and in short', async () => {
    const skills = await loadSkills({ dir: await skillsFolder({ 'maker/SKILL.md': text }) });
    const full = await describeSkill(skills, 'maker', 'full');
    expect(full.usage_examples).toEqual([
      { title: 'Declared', input: { task: 'tea' }, expected_output: { cup: 1 } },
      { title: 'Examples', input: { task: 'bake' } },
      { title: 'Another one', input: { task: 'Make a cake with three layers.' } },
    ]);
    expect(full.constraints).toEqual([
      'Needs a kitchen',
      'Never bake at night.',
      'Ask first.',
      'Paragraphs count.',
      '火を使わない',
    ]);
    const summary = await describeSkill(skills, 'maker');
    expect(summary.usage_examples).toHaveLength(1);
    expect(summary).toMatchObject({ overview: 'Makes things.', input_schema: full.input_schema });
  });

  it('prints only its contract', async () => {
    const [skill] = await loadSkills({ dir: await skillsFolder({ 'maker/SKILL.md': text }) });
    expect(Object.keys(JSON.parse(JSON.stringify(skill)))).toEqual(['descriptor', 'manifest', 'source_path']);
  });

  it('rejects unknown ids and skills that were not loaded', async () => {
    const skills = await loadSkills({ dir: await skillsFolder({ 'maker/SKILL.md': text }) });
    await expect(describeSkill(skills, 'taker')).rejects.toMatchObject({ code: 'AGENTS-E-SKILL-NOT-FOUND' });
    const copy = JSON.parse(JSON.stringify(skills));
    const others = JSON.parse(`[null, "skills", [null], {}]`);
    for (const given of [copy, ...others]) {
      await expect(listSkills(given)).rejects.toMatchObject({ code: 'AGENTS-E-SKILL-NOT-LOADED' });
    }
  });

  it('retains the manifest of the text that was loaded', async () => {
    const dir = await skillsFolder({ 'maker/SKILL.md': text });
    const skills = await loadSkills({ dir });
    await writeFile(join(dir, 'maker/SKILL.md'), skillText('name: maker\ndescription: Changed.'));
    expect((await describeSkill(skills, 'maker', 'full')).constraints).toHaveLength(5);
  });
});

describe('the version of the SKILL.md syntax', () => {
  it('disables only the skill that names a newer version', async () => {
    const text = skillText('name: a\ndescription: A.\nmetadata: {sekisho/syntax-version: 2}');
    const dir = await skillsFolder({ 'a/SKILL.md': text, 'good/SKILL.md': good });
    const { skills, diagnostics } = await loadSkillsDetailed({ dir });
    expect(skills.map(({ manifest }) => manifest.name)).toEqual(['good']);
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        path: 'a/SKILL.md',
        code: 'AGENTS-E-SKILL-PARSE',
        message: expect.stringContaining('version 2'),
      },
    ]);
  });
});
