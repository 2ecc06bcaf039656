/** Splits `allowed-tools`: a list, or one string with commas or spaces; `Bash(git add:*)` stays one entry. */
export function splitAllowedTools(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return value === null ? [] : undefined;
  const parts = Array.isArray(value) ? value : [value];
  return parts.filter((part) => typeof part === 'string').flatMap(splitOutsideParentheses);
}

function splitOutsideParentheses(text: string): string[] {
  const entries: string[] = [];
  let entry = '';
  let depth = 0;
  for (const character of text) {
    if (depth === 0 && /[\s,]/.test(character)) {
      if (entry) entries.push(entry);
      entry = '';
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth = Math.max(0, depth - 1);
    entry += character;
  }
  return entry ? [...entries, entry] : entries;
}
