import type { Language } from '../../i18n/language.ts';

/** Formats a duration with at most two units: `320 ms`, `4.2 s`, `3 m 05 s`, `2 h 10 m`, `3 d 4 h`. */
export function formatDuration(milliseconds: number, language: Language): string {
  const unit = UNITS[language];
  const ms = Math.max(0, milliseconds);
  if (ms < 1000) return `${Math.round(ms)} ${unit.ms}`;
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} ${unit.s}`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} ${unit.s}`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} ${unit.m} ${two(seconds % 60)} ${unit.s}`;
  if (seconds < 86_400)
    return `${Math.floor(seconds / 3600)} ${unit.h} ${two(Math.floor((seconds % 3600) / 60))} ${unit.m}`;
  return `${Math.floor(seconds / 86_400)} ${unit.d} ${Math.floor((seconds % 86_400) / 3600)} ${unit.h}`;
}

const two = (value: number) => String(value).padStart(2, '0');

const UNITS: Readonly<Record<Language, Readonly<Record<'ms' | 's' | 'm' | 'h' | 'd', string>>>> = {
  en: { ms: 'ms', s: 's', m: 'm', h: 'h', d: 'd' },
  ja: { ms: 'ミリ秒', s: '秒', m: '分', h: '時間', d: '日' },
};
