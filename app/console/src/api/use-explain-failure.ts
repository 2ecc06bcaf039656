import { useCallback } from 'react';
import { useShellTexts } from '../i18n/use-texts.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { explainFailure } from './explain-failure.ts';

/** Returns the function that explains a failure in the chosen language. */
export function useExplainFailure(): (failure: unknown) => string {
  const t = useShellTexts();
  const { language } = usePreferences();
  return useCallback((failure) => explainFailure(failure, { t, language }), [t, language]);
}
