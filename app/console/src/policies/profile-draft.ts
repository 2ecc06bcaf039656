import { isSameProfile, type EditableProfile } from './editable-profile.ts';

/** A profile as stored by the server. */
export type StoredProfile = { readonly version: number; readonly profile: EditableProfile };

/** The edited profile and the stored version that it is based on. */
export type ProfileDraft = { readonly base: StoredProfile; readonly draft: EditableProfile };

/** Replaces the draft with the stored profile, unless that would discard an edit. */
export function followServer(state: ProfileDraft, stored: StoredProfile): ProfileDraft {
  if (stored.version === state.base.version) return state;
  const isUntouched = isSameProfile(state.draft, state.base.profile);
  const isSaved = isSameProfile(state.draft, stored.profile);
  return isUntouched || isSaved ? { base: stored, draft: stored.profile } : state;
}
