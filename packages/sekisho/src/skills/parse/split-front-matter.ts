/** The position of the front matter of a SKILL.md, if it has one. */
export type FrontMatterSplit =
  | { readonly kind: 'found'; readonly yaml: string; readonly body: string; readonly isLate: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unclosed' };

/**
 * Splits a text at its bare `---` fences. A fence with a language (`---js`) is not supported, because front matter is
 * data.
 */
export function splitFrontMatter(text: string): FrontMatterSplit {
  const start = skipBlankLines(text);
  const firstLineEnd = lineEnd(text, start);
  if (!isFence(text, start, firstLineEnd)) return { kind: 'missing' };

  const yamlStart = firstLineEnd + 1;
  for (let from = yamlStart; from < text.length;) {
    const end = lineEnd(text, from);
    if (isFence(text, from, end)) {
      const isLate = start > 0;
      return { kind: 'found', yaml: text.slice(yamlStart, from), body: text.slice(end + 1), isLate };
    }
    from = end + 1;
  }
  return { kind: 'unclosed' };
}

function skipBlankLines(text: string): number {
  let start = 0;
  while (start < text.length) {
    const end = lineEnd(text, start);
    if (text.slice(start, end).trim() !== '') return start;
    start = end + 1;
  }
  return Math.min(start, text.length);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function isFence(text: string, start: number, end: number): boolean {
  return text.startsWith('---', start) && text.slice(start + 3, end).trim() === '';
}
