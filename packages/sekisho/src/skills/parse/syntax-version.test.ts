import { describe, expect, it } from 'vitest';
import { parseSkillText } from './parse-skill-text.ts';

const fileWith = (metadata: string) =>
  `---\nname: tea\ndescription: Makes tea.\n${metadata}---\n\n# Tea\n\nBoil the water.\n`;
const problemOf = (metadata: string) => {
  const parsed = parseSkillText(fileWith(metadata), 10_000);
  return 'problem' in parsed ? parsed.problem : 'none';
};

describe('the syntax version of a SKILL.md', () => {
  it.each([
    ['is missing', ''],
    ['is 1', 'metadata:\n  sekisho/syntax-version: 1\n'],
    ['is the text "1"', 'metadata:\n  syntax-version: "1"\n'],
  ])('allows a file when it %s', (_case, metadata) => {
    expect(problemOf(metadata)).toBe('none');
  });

  it.each([
    ['is newer', 'metadata:\n  sekisho/syntax-version: 2\n', 'Update sekisho'],
    ['is not a number', 'metadata:\n  sekisho/syntax-version: latest\n', 'whole number'],
    ['is below 1', 'metadata:\n  sekisho/syntax-version: 0\n', 'whole number'],
  ])('disables a file when it %s', (_case, metadata, expected) => {
    expect(problemOf(metadata)).toContain(expected);
  });
});
