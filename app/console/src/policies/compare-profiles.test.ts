import { describe, expect, it } from 'vitest';
import { compareProfiles } from './compare-profiles.ts';
import type { EditableProfile } from './editable-profile.ts';

const base: EditableProfile = {
  name: 'balanced',
  accepts: { recipient: ['user'] },
  accepts_write: {},
  accepts_grave: {},
  accepts_read: {},
  limits: { writes: 50, spend: 100, refusals: 5 },
  decisions: { 'read.vague': 'off' },
  extra_rules: [],
};

describe('compareProfiles', () => {
  it('finds nothing in equal profiles', () => {
    expect(compareProfiles(base, { ...base })).toEqual([]);
  });

  it('lists each kind of change', () => {
    const after = {
      ...base,
      accepts: { recipient: ['user', 'field'] },
      limits: { ...base.limits, spend: 10 },
      decisions: { 'allow.read': 'deny' },
      allow_lists: { domains: ['partner.example'] },
      extra_rules: [{ id: 'x' }],
    };
    expect(compareProfiles(base, after)).toEqual([
      { kind: 'origins', list: 'accepts', role: 'recipient', added: ['field'], removed: [] },
      { kind: 'limit', limit: 'spend', before: 100, after: 10 },
      { kind: 'rule', rule: 'read.vague', before: 'off', after: undefined },
      { kind: 'rule', rule: 'allow.read', before: undefined, after: 'deny' },
      { kind: 'list', list: 'domains', added: ['partner.example'], removed: [] },
      { kind: 'other', field: 'extra_rules' },
    ]);
    expect(compareProfiles(after, base)).toHaveLength(6);
  });
});
