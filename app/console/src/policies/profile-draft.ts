import { isSameProfile, readProfile, type EditableProfile } from './editable-profile.ts';

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

/**
 * Continues with the edit that the server stored. If the profile was changed since then, the edit stays visible and is
 * outdated.
 */
export function restoreDraft(
  stored: StoredProfile,
  kept: { readonly version: number; readonly profile: unknown } | null,
): ProfileDraft {
  const draft = kept === null ? undefined : readProfile(kept.profile);
  if (kept === null || draft === undefined) return { base: stored, draft: stored.profile };
  return { base: kept.version === stored.version ? stored : { ...stored, version: kept.version }, draft };
}
