import { describe, expect, it } from 'vitest';
import type { PolicyProfile, PolicyRule } from './policy-profile.ts';
import { BASELINE_FACTS } from './call-facts.ts';
import { evaluatePolicy, STANDARD_RULES } from './evaluate-policy.ts';
import { loadProfile } from './load-profile.ts';
import { tightenProfile } from './tighten-profile.ts';

const balanced = loadProfile('balanced');
const rule: PolicyRule = {
  id: 'house.no-night-writes',
  when: [{ attribute: 'effect', is: 'write' }],
  decision: 'deny',
  risk_level: 4,
  reason: { en: 'No.', ja: '不可。' },
  match: [{ effect: 'write' }],
  not_match: [{ effect: 'read' }],
};

const invalid: unknown = expect.objectContaining({ code: 'AGENTS-E-POLICY-INVALID' });

describe('loadProfile', () => {
  it.each([['strict'], ['balanced'], ['fast']])(
    'loads %s and verifies the examples of every rule',
    (name) => {
      expect(loadProfile(name).name).toBe(name);
    },
  );

  it('loads a profile with a custom rule', () => {
    expect(loadProfile({ ...balanced, extra_rules: [rule] }).extra_rules).toHaveLength(1);
  });

  it.each([
    ['an unknown name', 'lenient'],
    ['nothing', undefined],
    ['a value that is not a profile', 42],
    ['an unknown key', { ...balanced, extra: 1 }],
    ['a missing limit', { ...balanced, limits: { writes: 1 } }],
    ['an unknown origin', { ...balanced, accepts: { ...balanced.accepts, url: ['friend'] } }],
    ['a decision about an unknown rule', { ...balanced, decisions: { 'allow.everything': 'allow' } }],
    ['an unknown decision', { ...balanced, decisions: { 'allow.read': 'maybe' } }],
    [
      'a rule about an unknown fact',
      { ...balanced, extra_rules: [{ ...rule, when: [{ attribute: 'mood', is: true }] }] },
    ],
    ['a rule without examples', { ...balanced, extra_rules: [{ ...rule, match: [] }] }],
    [
      'a rule that misses its own example',
      { ...balanced, extra_rules: [{ ...rule, match: [{ effect: 'send' }] }] },
    ],
    [
      'a rule that matches what it must not',
      { ...balanced, extra_rules: [{ ...rule, not_match: [{ effect: 'write' }] }] },
    ],
    ['two rules with the same id', { ...balanced, extra_rules: [{ ...rule, id: 'allow.read' }] }],
  ])('refuses %s', (_case, data) => {
    expect(() => loadProfile(data)).toThrowError(invalid);
  });
});

describe('evaluatePolicy', () => {
  it('gives deny precedence over needs_human, and needs_human over allow', () => {
    const asked = { ...BASELINE_FACTS, effect: 'send', intent: 'asked', recipient: 'user' } as const;
    expect(evaluatePolicy(balanced, asked).decision).toBe('allow');
    expect(evaluatePolicy(balanced, { ...asked, recipient: 'prose' }).decision).toBe('needs_human');
    expect(evaluatePolicy(balanced, { ...asked, recipient: 'prose', lookalike: true }).decision).toBe('deny');
  });

  it('returns needs_human when no rule allows the call', () => {
    const outcome = evaluatePolicy(balanced, { ...BASELINE_FACTS, effect: 'spend' });
    expect(outcome).toMatchObject({ decision: 'needs_human', rules: [{ id: 'default.not-asked' }] });
  });

  it.each(Object.keys(BASELINE_FACTS))('denies when the fact %s is missing', (attribute) => {
    const uses = STANDARD_RULES.some((item) =>
      item.when.some((condition) => condition.attribute === attribute),
    );
    expect(uses).toBe(true);
    expect(
      evaluatePolicy(loadProfile('strict'), { ...BASELINE_FACTS, [attribute]: undefined }),
    ).toMatchObject({
      decision: 'deny',
      rules: [{ id: 'default.missing-fact' }],
    });
  });

  it.each(['tainted', 'alarming'] as const)('denies when the late fact %s has no value', (fact) => {
    const facts = { ...BASELINE_FACTS, effect: 'write' } as const;
    const late = Object.defineProperty({ ...facts }, fact, { get: () => undefined });
    expect(evaluatePolicy(balanced, facts)).toMatchObject({ decision: 'allow' });
    expect(evaluatePolicy(balanced, late)).toMatchObject({
      decision: 'deny',
      rules: [{ id: 'default.missing-fact' }],
    });
  });

  it('does not read the late facts of a plain read', () => {
    const facts = { ...BASELINE_FACTS };
    for (const fact of ['tainted', 'alarming'] as const)
      Object.defineProperty(facts, fact, {
        get: () => expect.unreachable(`The fact ${fact} was read.`),
      });
    expect(evaluatePolicy(balanced, facts)).toMatchObject({ decision: 'allow' });
    expect(() => evaluatePolicy(loadProfile('strict'), facts)).toThrow('was read');
  });

  it('treats a counter that is not a number as at its limit', () => {
    expect(evaluatePolicy(balanced, { ...BASELINE_FACTS, refusals: Number.NaN }).decision).toBe('deny');
  });

  it('applies a custom rule', () => {
    const profile = loadProfile({ ...balanced, extra_rules: [rule] });
    expect(evaluatePolicy(profile, { ...BASELINE_FACTS, effect: 'write' }).decision).toBe('deny');
  });
});

describe('tightenProfile', () => {
  const profiles: PolicyProfile[] = ['strict', 'balanced', 'fast'].map((name) => loadProfile(name));
  const RANK = { allow: 0, needs_human: 1, deny: 2 };

  it('is at least as strict as either profile', () => {
    for (const base of profiles) {
      for (const other of profiles) {
        const both = tightenProfile(base, other);
        for (const example of STANDARD_RULES.flatMap((item) => [...item.match, ...item.not_match])) {
          const facts = { ...BASELINE_FACTS, ...example };
          const answer = RANK[evaluatePolicy(both, facts).decision];
          expect(answer).toBeGreaterThanOrEqual(RANK[evaluatePolicy(base, facts).decision]);
          expect(answer).toBeGreaterThanOrEqual(RANK[evaluatePolicy(other, facts).decision]);
        }
      }
    }
  });

  it('returns a profile that can be loaded', () => {
    expect(loadProfile(tightenProfile(loadProfile('fast'), loadProfile('strict'))).limits.writes).toBe(20);
  });
});
