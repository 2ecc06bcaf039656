import { describe, expect, it } from 'vitest';
import { parseFrontMatter } from './front-matter.ts';
import { readSkillHeader } from './skill-header.ts';
import type { SkillHeader } from './skill-header.ts';

function read(yaml: string): SkillHeader {
  const parsed = parseFrontMatter(yaml);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return readSkillHeader(parsed.frontMatter);
}

describe('readSkillHeader', () => {
  it.each([
    ['a list', 'tags: [a, b, a]', ['a', 'b']],
    ['a comma-separated string', 'tags: a, b', ['a', 'b']],
    ['a Japanese list', 'tags: 表、図', ['表', '図']],
    ['the metadata', 'metadata:\n  tags: [x]', ['x']],
    ['keywords', 'keywords: k', ['k']],
    ['a category', 'category: c', ['c']],
    ['nothing', 'name: n', []],
  ])('reads tags from %s', (_case, yaml, tags) => {
    expect(read(yaml).tags).toEqual(tags);
  });

  it.each([
    ['spaces', 'allowed-tools: Read Grep', ['Read', 'Grep']],
    ['commas', 'allowed-tools: Read, Grep', ['Read', 'Grep']],
    ['a list', 'allowed-tools: [Read, "Bash(git add:*)"]', ['Read', 'Bash(git add:*)']],
    ['parentheses', 'allowed-tools: Bash(git add:*, git rm:*) Read', ['Bash(git add:*, git rm:*)', 'Read']],
    ['an empty value', 'allowed-tools:', []],
    ['no key', 'name: n', undefined],
  ])('reads allowed-tools from %s', (_case, yaml, tools) => {
    expect(read(yaml).allowedTools).toEqual(tools);
  });

  it('accepts other spellings of a key with a warning', () => {
    const header = read('Name: a\nDescription: b\nallowed_tools: Read');
    expect(header).toMatchObject({ name: 'a', description: 'b', allowedTools: ['Read'] });
    expect(header.warnings).toHaveLength(3);
  });

  it.each(['true', 'yes', '"true"', 'True'])('hides a skill with disable-model-invocation: %s', (value) => {
    expect(read(`disable-model-invocation: ${value}`).isHiddenFromModels).toBe(true);
  });

  it('finds schemas in the front matter and in a metadata reference', () => {
    const header = read('input_schema: {type: object}\nmetadata:\n  acme/output-schema: out.json');
    expect(header.inputSchema.inline).toEqual({ type: 'object' });
    expect(header.outputSchema.file).toBe('out.json');
  });

  it.each(['description:', 'description: ""', 'description: {a: 1}', 'description: []', 'name: n'])(
    'has no description in %j',
    (yaml) => {
      expect(read(yaml).description).toBeUndefined();
    },
  );

  it('accepts headers of other runtimes without a warning', () => {
    const header = read(
      [
        'name: voice-notes',
        'version: 1.1.1',
        'homepage: https://example.test/skills/voice',
        'description: Sends voice notes（録音）. Use when asked.',
        'metadata: {"bot":{"emoji":"🎙️","requires":{"bins":["sag","bash"]}}}',
        'argument-hint: [optional focus area / topic]',
        'allowed-tools: Bash(git:*) Bash(gh:*) Read',
        'disable-model-invocation: false',
        'triggers:',
        '  - "/voice"',
      ].join('\n'),
    );
    expect(header).toMatchObject({
      argumentHint: 'optional focus area / topic',
      allowedTools: ['Bash(git:*)', 'Bash(gh:*)', 'Read'],
      isHiddenFromModels: false,
      warnings: [],
    });
  });

  it('joins a list of words into one text', () => {
    expect(read('description: [Makes, reports]').description).toBe('Makes, reports');
  });
});
