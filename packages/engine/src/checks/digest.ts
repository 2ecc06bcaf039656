import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** Returns the SHA-256 of the canonical JSON of a value, as base64url. */
export function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'base64url');
}

/** Returns the SHA-256 of a text, as base64url. */
export function digestOfText(text: string): string {
  return hash('sha256', text, 'base64url');
}
