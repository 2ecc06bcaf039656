// Control characters move the cursor or erase lines, and format characters hide text or turn its direction.
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Returns a text for a terminal in which nothing from a tool, a model or a server can change what a person sees. The characters
 * are written as JSON escapes them, so that JSON keeps its value.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
