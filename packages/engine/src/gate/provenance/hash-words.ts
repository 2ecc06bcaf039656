/**
 * Calls `visit` with a 32-bit hash of each word of a normalized text. A word is a run of letters, digits and the marks
 * inside addresses and ids. Text without spaces (Japanese) is hashed in pairs of characters. Hashes do not retain the
 * text, which bounds the memory of a long run.
 */
export function hashWords(text: string, visit: (hash: number) => void): void {
  let hash = OFFSET;
  let wordEnd = 0;
  let inWord = false;
  let previousWide = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    if (isWordCode(code)) {
      if (!inWord) {
        // Marks count only inside a word: the slashes before a host and the full stop after an address are not part of
        // it.
        if (isMark(code)) continue;
        hash = OFFSET;
        wordEnd = OFFSET;
        inWord = true;
      }
      hash = mix(hash, code);
      if (!isMark(code)) wordEnd = hash;
    } else if (inWord) {
      visit(wordEnd >>> 0);
      inWord = false;
    }
    if (code > 0x2fff) {
      if (previousWide > 0) visit(mix(mix(OFFSET, previousWide), code) >>> 0);
      previousWide = code;
    } else previousWide = 0;
  }
}

const OFFSET = 0x811c9dc5 | 0;

function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    isMark(code) ||
    (code >= 0xc0 && code <= 0x2fff)
  );
}

function isMark(code: number): boolean {
  return code === 64 || code === 46 || code === 45 || code === 95 || code === 43 || code === 47;
}
