import { isSameProfile, type EditableProfile } from './editable-profile.ts';

/** A profile as the server holds it. */
export type StoredProfile = { readonly version: number; readonly profile: EditableProfile };

/** What a person edits, and what it was made from. */
export type ProfileDraft = { readonly base: StoredProfile; readonly draft: EditableProfile };

/** Takes over what the server holds now, unless that would throw away what a person has edited. */
export function followServer(state: ProfileDraft, held: StoredProfile): ProfileDraft {
  if (held.version === state.base.version) return state;
  const isUntouched = isSameProfile(state.draft, state.base.profile);
  const isSaved = isSameProfile(state.draft, held.profile);
  return isUntouched || isSaved ? { base: held, draft: held.profile } : state;
}
