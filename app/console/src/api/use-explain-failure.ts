import { useCallback } from 'react';
import { useShellWords } from '../i18n/use-words.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { explainFailure } from './explain-failure.ts';

/** Returns the function that explains a failure in the chosen language. */
export function useExplainFailure(): (failure: unknown) => string {
  const say = useShellWords();
  const { language } = usePreferences();
  return useCallback((failure) => explainFailure(failure, { say, language }), [say, language]);
}
