import { SekishoError } from '../errors/sekisho-error.ts';

/** Formats the store's time as ISO text. Writes within one millisecond share the text. */
export class StoreTime {
  #milliseconds = Number.NaN;
  #text = '';

  iso(milliseconds: number): string {
    if (milliseconds !== this.#milliseconds) {
      this.#text = new Date(milliseconds).toISOString();
      this.#milliseconds = milliseconds;
    }
    return this.#text;
  }
}

/** Returns an expiry in milliseconds. An invalid text counts as expired. */
export function expiryOf(text: string): number {
  const expiry = Date.parse(text);
  return Number.isNaN(expiry) ? Number.MIN_SAFE_INTEGER : expiry;
}

/** Converts a time from a caller to the stored format. Throws when it is invalid. */
export function requestedTime(text: string): string {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    `"${text}" is not a time. Use ISO 8601, such as 2026-11-01T00:00:00Z.`,
  );
}
