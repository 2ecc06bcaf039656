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

describe('an editable profile', () => {
  it('adds an accepted origin in the order of trust', () => {
    const changed = toggleOrigin(profile, { callClass: 'accepts', role: 'recipient', origin: 'session' });
    expect(changed.accepts['recipient']).toEqual(['user', 'session', 'trusted']);
  });

  it('removes an accepted origin', () => {
    const changed = toggleOrigin(profile, { callClass: 'accepts', role: 'recipient', origin: 'user' });
    expect(changed.accepts['recipient']).toEqual(['trusted']);
  });

  it('overrides a rule and removes the override', () => {
    const changed = decideRule(profile, 'origin.recipient', 'deny');
    expect(changed.decisions).toEqual({ 'read.not-asked': 'off', 'origin.recipient': 'deny' });
    expect(decideRule(changed, 'read.not-asked', undefined).decisions).toEqual({
      'origin.recipient': 'deny',
    });
  });

  it('retains fields that the form does not contain', () => {
    expect(readProfile({ ...profile, later: true })).toMatchObject({ later: true });
  });

  it.each([null, [], 'text', {}, { ...profile, limits: { writes: 'many' } }])(
    'is not read from %j',
    (value) => {
      expect(readProfile(value)).toBeUndefined();
    },
  );

  it('is equal independent of the order of its keys, and different when a value differs', () => {
    const { name, ...rest } = profile;
    expect(isSameProfile(profile, { ...rest, name })).toBe(true);
    expect(isSameProfile(profile, decideRule(profile, 'a.b', 'off'))).toBe(false);
  });
});
