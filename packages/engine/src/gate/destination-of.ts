import { maskText } from '../audit/mask-text.ts';
import { digestOfText } from '../checks/digest.ts';

const MAX_CHARACTERS = 500;

/**
 * Returns the destination of a call for a grant. Two calls have the same one only when all their destinations are
 * equal.
 */
export function destinationOf(values: readonly string[]): string | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  const text = values.length === 1 && !first.startsWith('[') ? first : JSON.stringify(values);
  const shown = maskText(text);
  // The digest distinguishes long lists with the same beginning, and links that differ in a secret.
  if (text.length > MAX_CHARACTERS) return `${shown.slice(0, 200)}… ${digestOfText(text)}`;
  return shown === text ? text : `${shown} ${digestOfText(text)}`;
}
