import { replaceInvisibleInLine } from '../contracts/invisible-characters.ts';

/**
 * Text on one line that shows on a screen what it is: control, zero-width and direction characters become visible codes,
 * so that a tool cannot make a request read differently from what will happen.
 */
export function plainText(text: string, maxLength = 2000): string {
  const visible = replaceInvisibleInLine(text, codeOf);
  return visible.length > maxLength ? `${visible.slice(0, maxLength - 1)}…` : visible;
}

const codeOf = (character: string) => `\\u{${character.codePointAt(0)?.toString(16) ?? '0'}}`;
