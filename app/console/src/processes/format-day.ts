import type { PlainDate } from '../../../server/src/processes/schedule/plain-date.ts';
import type { Language } from '../i18n/language.ts';
import { perLanguage } from '../i18n/per-language.ts';

const DAY_MS = 86_400_000;

/** Formats a day with its weekday. Days have no time zone, so none is applied. */
export function formatDay(date: PlainDate, language: Language): string {
  return days(language)
    .format(date * DAY_MS)
    .replace('(', ' (');
}

const days = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: language === 'ja' ? '2-digit' : 'short',
      day: language === 'ja' ? '2-digit' : 'numeric',
      weekday: 'short',
      timeZone: 'UTC',
    }),
);
