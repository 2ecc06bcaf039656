import { array, assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tool } from '../../openai-agents/upstream.ts';
import { skillIdFor } from '../load/skill-id.ts';
import { SKILL_TOOL_NAMES, nameSkillTools } from './tool-names.ts';

describe('skillIdFor', () => {
  it.each([
    ['pdf-processing', 'pdf-processing'],
    ['PDF Processing', 'pdf-processing'],
    ['google_maps-automation', 'google_maps-automation'],
    ['  報告書 作成 ', '報告書-作成'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a\u202Eb', 'a-b'],
  ])('converts %j to %j', (name, id) => {
    expect(skillIdFor(name)).toBe(id);
  });

  it('distinguishes two long names and accepts a name of punctuation only', () => {
    expect(skillIdFor(`${'x'.repeat(80)}1`)).not.toBe(skillIdFor(`${'x'.repeat(80)}2`));
    expect(skillIdFor('!!!')).toMatch(/^skill-[0-9a-f]{6}$/);
  });
});

describe('nameSkillTools', () => {
  it('prefixes plain ids and returns names that the Agents SDK does not rewrite', () => {
    const name = nameSkillTools(['pdf-processing']).get('pdf-processing') ?? '';
    expect(name).toBe('skill_pdf_processing');
    expect(
      tool({
        name,
        description: '',
        parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
        execute: () => '',
      }).name,
    ).toBe(name);
  });

  it.each(Object.keys(SKILL_TOOL_NAMES))('prevents a skill called %j from claiming a reserved name', (id) => {
    expect(nameSkillTools([id]).get(id)).toMatch(/_[0-9a-f]{6}$/);
  });

  it('distinguishes ids that differ in punctuation only', () => {
    const names = nameSkillTools(['a-b', 'a_b', 'a.b']);
    expect(new Set(names.values()).size).toBe(3);
  });

  it('prevents a skill from claiming the hashed name of another', () => {
    const hashed = nameSkillTools(['検証']).get('検証') ?? '';
    const rival = hashed.replace(/^skill_/, '');
    expect(new Set(nameSkillTools(['検証', rival]).values()).size).toBe(2);
  });

  it('is valid, short and unique for any set of names', () => {
    assert(
      property(array(string({ unit: 'binary', maxLength: 90 }), { maxLength: 30 }), (given) => {
        const ids = [...new Set(given.map(skillIdFor))];
        const names = [...nameSkillTools(ids).values()];
        expect(new Set(names).size).toBe(ids.length);
        for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_]{1,64}$/);
      }),
      { numRuns: 200 },
    );
  });
});
