/** The text of a SKILL.md with line feeds only, or the reason why the bytes are not text. */
export type DecodedText =
  | { readonly text: string; readonly warnings: readonly string[] }
  | { readonly problem: string };

/** Decodes UTF-8 (or UTF-16 with a byte order mark), removes the mark and normalizes line ends. */
export function decodeSkillText(bytes: Uint8Array): DecodedText {
  const encoding = utf16Encoding(bytes);
  const raw = new TextDecoder(encoding ?? 'utf-8').decode(bytes);
  if (raw.includes('\0')) return { problem: 'it contains NUL bytes, so it is not a text file' };
  const warnings: string[] = [];
  if (encoding) warnings.push(`The file is ${encoding}; save it as UTF-8.`);
  if (raw.includes('\uFFFD')) warnings.push('The file contains bytes that are not valid UTF-8.');
  return { text: raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw, warnings };
}

function utf16Encoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}
