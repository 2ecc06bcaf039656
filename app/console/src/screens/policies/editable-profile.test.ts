import { describe, expect, it } from 'vitest';
import {
  decideRule,
  isSameProfile,
  readProfile,
  toggleOrigin,
  type EditableProfile,
} from './editable-profile.ts';

const profile: EditableProfile = {
  name: 'balanced',
  accepts: { recipient: ['user', 'trusted'] },
  accepts_write: {},
  accepts_grave: {},
  accepts_read: {},
  limits: { writes: 50, spend: 10_000, refusals: 5 },
  decisions: { 'read.not-asked': 'off' },
  extra_rules: [],
};

describe('a profile in the form', () => {
  it('accepts one origin more, in the order of trust', () => {
    const changed = toggleOrigin(profile, { callClass: 'accepts', role: 'recipient', origin: 'session' });
    expect(changed.accepts['recipient']).toEqual(['user', 'session', 'trusted']);
  });

  it('accepts one origin less', () => {
    const changed = toggleOrigin(profile, { callClass: 'accepts', role: 'recipient', origin: 'user' });
    expect(changed.accepts['recipient']).toEqual(['trusted']);
  });

  it('gives a rule another answer, or its own again', () => {
    const changed = decideRule(profile, 'origin.recipient', 'deny');
    expect(changed.decisions).toEqual({ 'read.not-asked': 'off', 'origin.recipient': 'deny' });
    expect(decideRule(changed, 'read.not-asked', undefined).decisions).toEqual({
      'origin.recipient': 'deny',
    });
  });

  it('carries along what the form does not know', () => {
    expect(readProfile({ ...profile, later: true })).toMatchObject({ later: true });
  });

  it.each([null, [], 'text', {}, { ...profile, limits: { writes: 'many' } }])('is not %j', (value) => {
    expect(readProfile(value)).toBeUndefined();
  });

  it('is the same whatever the order of its keys, and another when a value differs', () => {
    const { name, ...rest } = profile;
    expect(isSameProfile(profile, { ...rest, name })).toBe(true);
    expect(isSameProfile(profile, decideRule(profile, 'a.b', 'off'))).toBe(false);
  });
});
