import { createContext, useContext } from 'react';
import type { Preferences } from './preferences.ts';

/** The preferences and the way to change them. */
interface PreferencesControl extends Preferences {
  readonly change: (changes: Partial<Preferences>) => void;
}

/** Carries the preferences to every component. */
export const PreferencesContext = createContext<PreferencesControl | undefined>(undefined);

/** Gives the preferences; only usable below the provider. */
export function usePreferences(): PreferencesControl {
  const control = useContext(PreferencesContext);
  if (!control) throw new Error('usePreferences needs a PreferencesProvider above it.');
  return control;
}
