import { useCallback } from 'react';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { describeEffect, type EffectSource } from './describe-effect.ts';

/** The length of a target in a row. */
const MAX_IN_ROW = 48;

/** Returns the function that describes the effect of a request in a row, in the chosen language. */
export function useDescribeEffect(): (request: EffectSource) => string {
  const { language } = usePreferences();
  return useCallback((request) => describeEffect(request, language, MAX_IN_ROW), [language]);
}
