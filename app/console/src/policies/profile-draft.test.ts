import { describe, expect, it } from 'vitest';
import type { EditableProfile } from './editable-profile.ts';
import { followServer } from './profile-draft.ts';

const profile = (writes: number): EditableProfile => ({
  name: 'fast',
  accepts: {},
  accepts_write: {},
  accepts_grave: {},
  accepts_read: {},
  limits: { writes },
  decisions: {},
  extra_rules: [],
});
const base = { version: 1, profile: profile(5) };
const theirs = { version: 2, profile: profile(9) };

describe('a profile that another user saves in the meantime', () => {
  it('replaces the draft when nothing was edited', () => {
    expect(followServer({ base, draft: profile(5) }, theirs)).toEqual({
      base: theirs,
      draft: theirs.profile,
    });
  });

  it('does not change an edited draft', () => {
    const edited = { base, draft: profile(7) };
    expect(followServer(edited, theirs)).toBe(edited);
  });

  it('becomes the new base after the edit itself was saved', () => {
    expect(followServer({ base, draft: profile(9) }, theirs).base).toBe(theirs);
  });

  it('changes nothing while its version is the same', () => {
    const state = { base, draft: profile(7) };
    expect(followServer(state, { ...base })).toBe(state);
  });
});
