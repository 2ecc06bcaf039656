import { hash } from 'node:crypto';

/** Returns the SHA-256 of the canonical JSON of a value, as base64url. */
export function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'base64url');
}

/** Returns the SHA-256 of a text, as base64url. */
export function digestOfText(text: string): string {
  return hash('sha256', text, 'base64url');
}

/**
 * Returns JSON with sorted keys (RFC 8785), so that equal values have equal bytes. JSON.stringify escapes lone
 * surrogates and omits undefined and functions.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(isSorted(value, 0) ? value : sorted(value, 0)) ?? 'null';
}

/** Deeper values do not occur in valid input and are rejected. */
const MAX_DEPTH = 200;

function isSorted(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) throw new RangeError(`A value is nested more than ${MAX_DEPTH} levels deep.`);
  // Most values are texts and numbers; a call for each of them would be most of the cost.
  if (Array.isArray(value))
    return value.every((item) => typeof item !== 'object' || isSorted(item, depth + 1));
  let previous = '';
  for (const key of Object.keys(value)) {
    if (key < previous) return false;
    // Integer-like keys come first in every object regardless of insertion order, so they are not compared.
    previous = key;
    const item: unknown = Reflect.get(value, key);
    if (typeof item === 'object' && !isSorted(item, depth + 1)) return false;
  }
  return true;
}

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new RangeError(`A value is nested more than ${MAX_DEPTH} levels deep.`);
  if (Array.isArray(value)) return value.map((item) => sorted(item, depth + 1));
  // JSON.stringify writes the text of a date or a URL; a copy of its properties would be empty.
  if (typeof Reflect.get(value, 'toJSON') === 'function') return value;
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value).toSorted()) {
    const item = sorted(Reflect.get(value, key), depth + 1);
    if (key !== '__proto__') result[key] = item;
    // Defined instead of assigned, so that it stays a key.
    else
      Object.defineProperty(result, key, {
        value: item,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return result;
}
