import type { Language } from '../i18n/language.ts';

/** Writes a moment as date and time, to the minute; the year is left out when it is this one. */
export function formatMoment(moment: string | number, language: Language, now: number): string {
  const date = new Date(moment);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language, {
    ...(sameYear ? {} : { year: 'numeric' }),
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(date);
}

/** Writes a moment in full, with seconds and zone, for tooltips and records. */
export function formatExactly(moment: string | number, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(new Date(moment));
}

/** Writes the time of day with seconds. */
export function formatClock(moment: string | number, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(moment));
}

/** Writes how long ago a moment was, in the largest fitting unit. */
export function formatAgo(moment: string | number, language: Language, now: number): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'short' });
  if (Math.abs(seconds) < 60) return format.format(Math.min(seconds, -0), 'second');
  if (Math.abs(seconds) < 3600) return format.format(Math.trunc(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86_400) return format.format(Math.trunc(seconds / 3600), 'hour');
  return format.format(Math.trunc(seconds / 86_400), 'day');
}

/** Writes a moment to the second without its year, for long lists. */
export function formatStamp(moment: string | number, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(moment));
}
