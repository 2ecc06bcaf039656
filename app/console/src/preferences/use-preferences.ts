import { createContext, useContext } from 'react';
import type { Preferences } from './preferences.ts';

/** The preferences and the function that changes them. */
interface PreferencesControl extends Preferences {
  readonly change: (changes: Partial<Preferences>) => void;
}

/** The context that provides the preferences. */
export const PreferencesContext = createContext<PreferencesControl | undefined>(undefined);

/** Returns the preferences. Throws outside of the provider. */
export function usePreferences(): PreferencesControl {
  const control = useContext(PreferencesContext);
  if (!control) throw new Error('usePreferences must be used inside of PreferencesProvider.');
  return control;
}
