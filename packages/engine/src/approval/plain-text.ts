import { replaceInvisibleInLine } from '../checks/invisible-characters.ts';

/**
 * Returns the text on one line with control, zero-width and direction characters as visible codes, so that a tool
 * cannot make a request look different from what is executed.
 */
export function plainText(text: string, maxLength = 2000): string {
  const visible = replaceInvisibleInLine(text, codeOf);
  return visible.length > maxLength ? `${visible.slice(0, maxLength - 1)}…` : visible;
}

const codeOf = (character: string) => `\\u{${character.codePointAt(0)?.toString(16) ?? '0'}}`;
