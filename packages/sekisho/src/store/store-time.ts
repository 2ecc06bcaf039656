import { SekishoError } from '../errors/sekisho-error.ts';

/** Renders the store's time as ISO text; many writes of one millisecond share one text. */
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

/** When an expiry passes, in milliseconds; a text that is no time has passed already. */
export function expiryOf(text: string): number {
  const expiry = Date.parse(text);
  return Number.isNaN(expiry) ? Number.MIN_SAFE_INTEGER : expiry;
}

/** A time that a caller asks for, in the form in which times are stored. */
export function askedTime(text: string): string {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    `"${text}" is not a time. Use ISO 8601, such as 2026-11-01T00:00:00Z.`,
  );
}
