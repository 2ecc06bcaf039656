import { SekishoError } from '@sekisho/engine';

/** A time given by a caller, in milliseconds. */
export function askedTime(text: string): number {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    `"${text}" is not a time. Use ISO 8601, such as 2026-11-01T00:00:00Z.`,
  );
}
