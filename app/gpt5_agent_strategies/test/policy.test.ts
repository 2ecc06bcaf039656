import { describe, expect, it } from 'vitest';
import { buildSystemInstruction } from '../internal/policy.ts';
import {
  CONTEXT_GATHERING_POLICY,
  PERSISTENCE_POLICY,
  TOOL_PREAMBLE_POLICY,
  UNCERTAINTY_POLICY,
} from '../prompt/template.ts';

const DEFAULTS = [PERSISTENCE_POLICY, CONTEXT_GATHERING_POLICY, UNCERTAINTY_POLICY, TOOL_PREAMBLE_POLICY];
const join = (...parts: string[]) => parts.join('\n\n');

describe('buildSystemInstruction', () => {
  it('puts the instruction before the four policies', () => {
    expect(buildSystemInstruction(' Be kind. ', '')).toBe(join('Be kind.', ...DEFAULTS));
  });

  it('omits an empty instruction', () => {
    expect(buildSystemInstruction('', '')).toBe(join(...DEFAULTS));
  });

  it.each([
    ['plain text', 'Speak like a pirate.'],
    ['a JSON list', '["a"]'],
    ['a JSON string', '"a"'],
    ['broken JSON', '{"extra_policy": '],
  ])('adds %s as the extra policy at the end', (_case, text) => {
    expect(buildSystemInstruction('I', text)).toBe(join('I', ...DEFAULTS, text.trim()));
  });

  it.each([
    ['persistence_policy', 0],
    ['context_gathering_policy', 1],
    ['uncertainty_policy', 2],
    ['tool_preamble_policy', 3],
  ])('replaces %s at its position and wraps it', (name, index) => {
    const expected = DEFAULTS.with(index, `<${name}>\nNew.\n</${name}>`);
    expect(buildSystemInstruction('I', JSON.stringify({ [name]: ' New. ' }))).toBe(join('I', ...expected));
  });

  it('does not wrap a wrapped policy again', () => {
    const own = '<uncertainty_policy>Mine</uncertainty_policy>';
    const prompt = buildSystemInstruction('', JSON.stringify({ uncertainty_policy: own }));
    expect(prompt).toBe(join(...DEFAULTS.with(2, own)));
  });

  it('wraps a policy that only mentions its tag', () => {
    const prompt = buildSystemInstruction(
      '',
      JSON.stringify({ uncertainty_policy: '<uncertainty_policy> is open' }),
    );
    expect(prompt).toContain('<uncertainty_policy>\n<uncertainty_policy> is open\n</uncertainty_policy>');
  });

  it('replaces several policies and puts the extra policy last, unwrapped', () => {
    const overrides = { extra_policy: 'Extra.', tool_preamble_policy: 'T', persistence_policy: 'P' };
    expect(buildSystemInstruction('I', JSON.stringify(overrides))).toBe(
      join(
        'I',
        '<persistence_policy>\nP\n</persistence_policy>',
        CONTEXT_GATHERING_POLICY,
        UNCERTAINTY_POLICY,
        '<tool_preamble_policy>\nT\n</tool_preamble_policy>',
        'Extra.',
      ),
    );
  });

  it.each([
    ['unknown keys', { other_policy: 'X', toString: 'X', __proto__: 'X' }],
    ['values that are not strings', { persistence_policy: 1, uncertainty_policy: null, extra_policy: ['X'] }],
    ['empty texts', { persistence_policy: ' ', extra_policy: '' }],
  ])('ignores %s', (_case, overrides) => {
    expect(buildSystemInstruction('I', JSON.stringify(overrides))).toBe(join('I', ...DEFAULTS));
  });
});
