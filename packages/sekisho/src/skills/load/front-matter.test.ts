import { describe, expect, it } from 'vitest';
import { parseFrontMatter } from './front-matter.ts';
import type { FrontMatter } from './front-matter.ts';

function parse(yaml: string): FrontMatter {
  const parsed = parseFrontMatter(yaml);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.frontMatter;
}

describe('parseFrontMatter', () => {
  it('retains scalars as they were written', () => {
    const { texts, metadata } = parse(
      'name: 007\nmetadata:\n  version: 1.10\n  on: yes\n  none:\n  list: [1]\n',
    );
    expect(texts.get('name')).toBe('007');
    expect(Object.fromEntries(metadata)).toEqual({ version: '1.10', on: 'yes', none: '', list: [1] });
  });

  it('does not change valid front matter', () => {
    expect(parse('description: "Use when: asked"\n').isRepaired).toBe(false);
  });

  it.each([
    ['an unquoted colon', 'description: Use when: asked\n', 'Use when: asked'],
    ['two colons and a quote', 'description: Says "a: b" and: c\n', 'Says "a: b" and: c'],
    ['text after a quoted word', 'description: "Report" maker\n', '"Report" maker'],
    ['an apostrophe in single quotes', "description: 'it's fine'\n", "it's fine"],
    ['a value that begins with @', 'description: @scope/tool helper\n', '@scope/tool helper'],
    ['a value that begins with a backtick', 'description: `x` helper\n', '`x` helper'],
    ['hints after a list', 'description: [file] [format]\n', '[file] [format]'],
    [
      'colons in a multi-line text',
      'description: First: a\n  second: b\n  third\n',
      'First: a second: b third',
    ],
    [
      'text that continues without indentation',
      'description: First\nof two lines, without a colon\n',
      'First of two lines, without a colon',
    ],
    ['a folded text without indentation', 'description: >\nFolded text\n', 'Folded text'],
    ['a missing space after the colon', 'name: a\ndescription:Makes reports\n', 'Makes reports'],
    ['only a missing space', 'description:Makes reports\n', 'Makes reports'],
    ['a full-width colon', 'name: a\ndescription：報告書を作成\n', '報告書を作成'],
    ['a glob', 'globs: **/*.ts\ndescription: fine\n', 'fine'],
    ['nested quotes', 'description: "Says "yes" often"\n', 'Says "yes" often'],
    [
      'a quoted text that continues without indentation',
      'description: "First\nsecond."\nname: a\n',
      'First second.',
    ],
    [
      'a line that looks like a key in a quoted text',
      'description: "First\nUse when: asked\nends."\nname: a\n',
      'First Use when: asked ends.',
    ],
    [
      'single quotes over several lines',
      "description: 'First\nTriggers: it''s here\n\nends.' # note\nname: a\n",
      "First Triggers: it's here\nends.",
    ],
    [
      'escaped quotes over several lines',
      'description: "Says \\"yes\\"\nlicense: none\n# ends."\nname: a\n',
      'Says "yes" license: none # ends.',
    ],
    ['an unterminated quote', 'description: "First\nlicense: "MIT"\n', '"First'],
    ['comments between entries', 'description: a: b\n# note\nname: c\n', 'a: b'],
    ['other entries', 'name: a\ndescription: b: c\nlicense: MIT\n', 'b: c'],
  ])('repairs %s', (_case, yaml, description) => {
    const { texts, isRepaired } = parse(yaml);
    expect(texts.get('description')).toBe(description);
    expect(isRepaired).toBe(true);
  });

  it('repairs entries inside a map and a list and does not change valid ones', () => {
    const yaml = [
      'name: a',
      'metadata:',
      '  note: one: two',
      '  version: 1.0',
      'tags:',
      '  - first: x: y',
      '  - second',
      'limit: 3',
    ].join('\n');
    const { values, metadata } = parse(yaml);
    expect(Object.fromEntries(metadata)).toEqual({ note: 'one: two', version: '1.0' });
    expect(values.get('tags')).toEqual(['first: x: y', 'second']);
    expect(values.get('limit')).toBe(3);
  });

  it('repairs tabs and uses the first of two equal keys', () => {
    const { values } = parse('name: a\nmetadata:\n\tauthor: b\nname: c\n');
    expect(values.get('name')).toBe('a');
    expect(values.get('metadata')).toEqual({ author: 'b' });
  });

  it('names the invalid line', () => {
    expect(parseFrontMatter('- just\n- a list\n')).toMatchObject({
      problem: expect.stringContaining('key: value'),
    });
    expect(parseFrontMatter('"a": 1\n"b: 2\n')).toMatchObject({
      problem: expect.stringMatching(/^line 3: /),
    });
  });

  it('rejects exponential aliases immediately', () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(12).fill(`*l${n}`).join(', ')}]`,
    );
    const parsed = parseFrontMatter(`l0: &l0 [x]\n${levels.join('\n')}\n`);
    expect(parsed).toMatchObject({ problem: expect.stringContaining('alias') });
  });

  it('does not modify the prototype', () => {
    const { values } = parse('__proto__:\n  polluted: true\nname: a\n');
    expect(values.get('name')).toBe('a');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('returns an error for nesting that exhausts the stack', () => {
    expect(parseFrontMatter(`a: ${'['.repeat(30_000)}`)).toBeTypeOf('object');
  });

  it.each([
    ['colons', 'k: '.repeat(10_000)],
    ['quotes', `a: ${'"'.repeat(30_000)}`],
    ['many entries', Array.from({ length: 3000 }, (_, n) => `k${n}: a: b`).join('\n')],
    ['many dashes', '- '.repeat(15_000)],
  ])('takes bounded time for %s', (_case, yaml) => {
    const start = process.cpuUsage();
    parseFrontMatter(yaml);
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  });
});
