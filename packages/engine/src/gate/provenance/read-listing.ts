const ENTRY = /^(\s*)((?:- )*)(?:([A-Za-z_][\w-]{0,39}):(?: (.*))?|(.*))$/;

/**
 * Parses a text in the indented `key: value` notation that serializers print (a subset of YAML). Every line must match
 * and two keys must appear, otherwise the text is prose and the result is undefined. A value that spans several lines
 * stays one value, so a line inside a letter never becomes a field.
 */
export function readListing(text: string): unknown {
  const lines = text.split('\n');
  const records: Map<string, unknown>[] = [];
  const keys = new Set<string>();
  let record = new Map<string, unknown>();
  let current: { key: string; column: number; list: string[] } | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    const [, indent = '', dashes = '', key, rest, item] = ENTRY.exec(line) ?? [];
    const column = indent.length + dashes.length;
    if (dashes !== '' && key !== undefined) {
      record = new Map<string, unknown>();
      records.push(record);
    }
    if (
      key !== undefined &&
      (current === undefined || column <= current.column || current.list.length === 0)
    ) {
      const [value, last] = readValue(lines, index, rest ?? '');
      if (last === undefined) return undefined;
      index = last;
      const list: string[] = value === '' ? [] : [value];
      record.set(key, list);
      keys.add(key);
      current = { key, column, list };
      continue;
    }
    if (current === undefined || (dashes === '' && column <= current.column)) return undefined;
    const [value, last] = readValue(lines, index, item ?? line.trim());
    if (last === undefined) return undefined;
    index = last;
    if (dashes !== '') current.list.push(value);
    else current.list[Math.max(0, current.list.length - 1)] = `${current.list.at(-1) ?? ''} ${value}`.trim();
  }
  if (records.length === 0) records.push(record);
  return keys.size >= 2 ? records : undefined;
}

/** A quoted value ends at its closing quote, regardless of line breaks. */
function readValue(lines: readonly string[], from: number, start: string): [string, number | undefined] {
  const quote = start[0];
  if (quote !== "'" && quote !== '"') return [start === '[]' || start === 'null' ? '' : start, from];
  const parts: string[] = [];
  let part = start.slice(1);
  for (let index = from; ;) {
    const end = closingQuote(part, quote);
    if (end >= 0) return [[...parts, part.slice(0, end)].join(' '), index];
    parts.push(part);
    index += 1;
    const next = lines[index];
    if (next === undefined) return ['', undefined];
    part = next.trim();
  }
}

function closingQuote(text: string, quote: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (text[at] === quote) {
      if (quote === "'" && text[at + 1] === "'") at += 1;
      else return at;
    }
  }
  return -1;
}
