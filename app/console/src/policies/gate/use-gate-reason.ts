import { usePreferences } from '../../preferences/use-preferences.ts';
import type { LoggedReason } from './read-logged-reason.ts';

/** Returns the function that translates a logged reason into the person's language where the log contains it. */
export function useGateReason(): (logged: LoggedReason) => string {
  const isJapanese = usePreferences().language === 'ja';
  return ({ reason, reason_ja: japanese }) => (isJapanese ? (japanese ?? reason) : reason);
}
