import { SekishoError } from 'sekisho';

/** When an expiry passes, in milliseconds; a text that is no time has passed already. */
export function expiryOf(text: string): number {
  const expiry = Date.parse(text);
  return Number.isNaN(expiry) ? Number.MIN_SAFE_INTEGER : expiry;
}

/** A time that a caller asks for, in milliseconds. */
export function askedTime(text: string): number {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    `"${text}" is not a time. Use ISO 8601, such as 2026-11-01T00:00:00Z.`,
  );
}
