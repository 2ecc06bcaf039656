import type { Language } from '../../i18n/language.ts';
import { perLanguage } from '../../i18n/per-language.ts';

/** Formats a time as date, hour and minute. The current year is omitted. */
export function formatMoment(moment: string | number, language: Language, now: number): string {
  const date = new Date(moment);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return (sameYear ? toTheMinute : toTheMinuteOfAYear)(language).format(date);
}

/** Formats a time in full, with seconds and time zone, for tooltips and records. */
export function formatExactly(moment: string | number, language: Language): string {
  return inFull(language).format(new Date(moment));
}

/** Formats the time of day with seconds. */
export function formatClock(moment: string | number, language: Language): string {
  return timeOfDay(language).format(new Date(moment));
}

/** Formats the time since a moment in the largest fitting unit. */
export function formatAgo(moment: string | number, language: Language, now: number): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  const format = ago(language);
  if (Math.abs(seconds) < 60) return format.format(Math.min(seconds, -0), 'second');
  if (Math.abs(seconds) < 3600) return format.format(Math.trunc(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86_400) return format.format(Math.trunc(seconds / 3600), 'hour');
  return format.format(Math.trunc(seconds / 86_400), 'day');
}

/** Formats a time to the second without its year, for long lists. */
export function formatStamp(moment: string | number, language: Language): string {
  return toTheSecond(language).format(new Date(moment));
}

const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;
const DAY = { month: '2-digit', day: '2-digit' } as const;
const YEAR = { year: 'numeric' } as const;

const style = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((language) => new Intl.DateTimeFormat(language, options));

const toTheMinute = style({ ...DAY, ...MINUTE });
const toTheMinuteOfAYear = style({ ...YEAR, ...DAY, ...MINUTE });
const toTheSecond = style({ ...DAY, ...SECOND });
const inFull = style({ ...YEAR, ...DAY, ...SECOND, timeZoneName: 'short' });
const timeOfDay = style(SECOND);
const ago = perLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'narrow' }),
);
