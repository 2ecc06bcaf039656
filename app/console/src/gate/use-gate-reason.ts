import { usePreferences } from '../preferences/use-preferences.ts';
import type { LoggedReason } from './read-logged-reason.ts';

/** Gives the function that says a reason of the log in the person's language, as far as the log knows it. */
export function useGateReason(): (logged: LoggedReason) => string {
  const isJapanese = usePreferences().language === 'ja';
  return ({ reason, reason_ja: japanese }) => (isJapanese ? (japanese ?? reason) : reason);
}
