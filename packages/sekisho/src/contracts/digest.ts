import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 over the canonical JSON of a value, as base64url. */
export function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'base64url');
}

/** SHA-256 of a text, as base64url. */
export function digestOfText(text: string): string {
  return hash('sha256', text, 'base64url');
}
