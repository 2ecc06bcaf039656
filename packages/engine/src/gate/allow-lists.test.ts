import { describe, expect, it } from 'vitest';
import { BASELINE_FACTS } from '../policy/call-facts.ts';
import { loadProfile } from '../policy/load-profile.ts';
import { tightenProfile } from '../policy/tighten-profile.ts';
import { applyAllowLists } from './allow-lists.ts';

const profile = loadProfile({
  ...loadProfile('balanced'),
  allow_lists: { recipients: ['Ann@Corp.example'], domains: ['partner.example', '*.cdn.example'] },
});
const recipient = (...values: string[]) =>
  applyAllowLists({ ...BASELINE_FACTS, effect: 'send', recipient: 'prose' }, { recipient: values }, profile)
    .recipient;
const url = (value: string) =>
  applyAllowLists({ ...BASELINE_FACTS, effect: 'send', url: 'model' }, { url: [value] }, profile).url;

describe('applyAllowLists', () => {
  it.each([['ann@corp.example'], ['anyone@partner.example'], ['a@x.cdn.example']])('accepts %s', (value) => {
    expect(recipient(value)).toBe('trusted');
  });

  it.each([
    ['bob@corp.example'],
    ['x@evil.partner.example'],
    ['x@partner.example.evil.example'],
    ['x@cdn.example'],
    ['"x@partner.example" <eve@evil.example>'],
    ['x@partner.example,eve@evil.example'],
    ['eve@evil.example?cc=x@partner.example'],
    ['x@pаrtner.example'],
    ['partner.example'],
    [''],
  ])('does not accept %s', (value) => {
    expect(recipient(value)).toBe('prose');
  });

  it('requires every value of a role', () => {
    expect(recipient('ann@corp.example', 'eve@evil.example')).toBe('prose');
    expect(recipient()).toBe('prose');
  });

  it.each([
    ['https://partner.example/a', 'trusted'],
    ['https://a.cdn.example', 'trusted'],
    ['https://partner.example@evil.example/', 'model'],
    ['https://evil.example\\.partner.example/', 'model'],
    ['https://evil.example#partner.example', 'model'],
    ['javascript:alert(1)//partner.example', 'model'],
    ['partner.example/path', 'model'],
  ])('reads %s as a browser does', (value, origin) => {
    expect(url(value)).toBe(origin);
  });

  it('clears the facts about the origin only if every other value is trusted', () => {
    const facts = {
      ...BASELINE_FACTS,
      effect: 'send',
      recipient: 'field',
      chosen_by_sender: true,
      other_named: true,
    } as const;
    const values = { recipient: ['ann@corp.example'] };
    const cleared = { chosen_by_sender: false, other_named: false };
    expect(applyAllowLists(facts, values, profile)).toMatchObject(cleared);
    expect(applyAllowLists({ ...facts, path: 'user' }, values, profile)).toMatchObject(cleared);
    expect(applyAllowLists({ ...facts, path: 'field' }, values, profile)).toMatchObject({
      chosen_by_sender: true,
      other_named: true,
    });
  });

  it('changes nothing without a list, and rejects a list that is not one of domains', () => {
    const facts = { ...BASELINE_FACTS, recipient: 'prose' } as const;
    expect(applyAllowLists(facts, { recipient: ['a@b.example'] }, loadProfile('fast'))).toBe(facts);
    const bad = { ...loadProfile('fast'), allow_lists: { domains: ['*'] } };
    expect(() => loadProfile(bad)).toThrow('allow_lists.domains.0');
  });

  it('accepts only what both profiles accept when a run tightens its profile', () => {
    expect(tightenProfile(profile, loadProfile('strict')).allow_lists).toBeUndefined();
    const other = { ...profile, allow_lists: { domains: ['partner.example'] } };
    expect(tightenProfile(profile, other).allow_lists).toEqual({
      recipients: [],
      domains: ['partner.example'],
    });
  });
});
