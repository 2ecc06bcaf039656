const DAY_MS = 86_400_000;
const JAPAN_MS = 9 * 3_600_000;
const FIRST = '1970-01-01';
const LAST = '2199-12-31';

/** A day without time or time zone, as the number of days since 1970-01-01. */
export type PlainDate = number;

/** Parses `YYYY-MM-DD`. Undefined for anything that is not a calendar day from 1970 to 2199. */
export function parsePlainDate(text: string): PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST || text > LAST) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms)) return undefined;
  const date = Math.floor(ms / DAY_MS);
  // 2026-02-30 must not become 2 March.
  return formatPlainDate(date) === text ? date : undefined;
}

/** Formats a day as `YYYY-MM-DD`. */
export function formatPlainDate(date: PlainDate): string {
  return new Date(date * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of the week, 0 for Sunday; 1970-01-01 was a Thursday. */
export function weekdayOf(date: PlainDate): number {
  return (((date + 4) % 7) + 7) % 7;
}

/** Returns the current day in Japan, which has had no daylight saving time since 1951. */
export function todayInJapan(nowMs: number): PlainDate {
  return Math.floor((nowMs + JAPAN_MS) / DAY_MS);
}
