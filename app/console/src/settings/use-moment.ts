import { usePreferences } from '../preferences/use-preferences.ts';
import { formatMoment } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';

/** Returns the function that formats a time, if there is one. */
export function useMoment(): (at: string | null) => string | undefined {
  const { language } = usePreferences();
  const now = useNow();
  return (at) => (at === null ? undefined : formatMoment(at, language, now));
}
