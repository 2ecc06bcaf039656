import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { writePreferences, type Preferences, type PreferenceStorage } from './preferences.ts';
import { PreferencesContext } from './use-preferences.ts';

/** Provides the preferences, stores them in the browser, and applies language and theme to the page. */
export function PreferencesProvider(props: {
  readonly initial: Preferences;
  readonly storage: PreferenceStorage;
  readonly children: ReactNode;
}): ReactNode {
  const [preferences, setPreferences] = useState(props.initial);
  useEffect(() => {
    writePreferences(props.storage, preferences);
    return applyToPage(preferences);
  }, [preferences, props.storage]);
  const control = useMemo(
    () => ({
      ...preferences,
      change: (changes: Partial<Preferences>) => setPreferences((before) => ({ ...before, ...changes })),
    }),
    [preferences],
  );
  return <PreferencesContext value={control}>{props.children}</PreferencesContext>;
}

function applyToPage({ language, theme, density }: Preferences): () => void {
  const page = document.documentElement;
  page.lang = language;
  page.dataset['density'] = density;
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    page.dataset['theme'] = theme === 'system' ? (darkness.matches ? 'dark' : 'light') : theme;
  };
  show();
  darkness.addEventListener('change', show);
  return () => darkness.removeEventListener('change', show);
}
