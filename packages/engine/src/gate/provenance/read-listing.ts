const ENTRY = /^(\s*)((?:- )*)(?:([A-Za-z_][\w-]{0,39}):(?: (.*))?|(.*))$/;

/**
 * Parses a text in the indented `key: value` notation that serializers print (a subset of YAML). Every line must match
 * and two keys must appear, otherwise the text is prose and the result is undefined. A value that spans several lines
 * stays one value, so a line inside a letter never becomes a field.
 */
export function readListing(listed: string): unknown {
  const listing = new Listing();
  const lines = listed.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    const { column, isItem, key, fieldText, text } = parseLine(line);
    if (key !== undefined && isItem) listing.beginRecord();
    const isField = key !== undefined && listing.acceptsField(column);
    if (!isField && !listing.acceptsText(column, isItem)) return undefined;
    const [value, last] = readValue(lines, index, isField ? fieldText : text);
    if (last === undefined) return undefined;
    index = last;
    if (isField) listing.addField(key, column, value);
    else listing.addText(value, isItem);
  }
  return listing.records;
}

function parseLine(line: string) {
  const [, indent = '', dashes = '', key, fieldText = '', item = line.trim()] = ENTRY.exec(line) ?? [];
  return { column: indent.length + dashes.length, isItem: dashes !== '', key, fieldText, text: item };
}

/** The records of a listing while it is read. */
class Listing {
  readonly #records: Map<string, string[]>[] = [];
  readonly #keys = new Set<string>();
  #record = new Map<string, string[]>();
  /** The field to which the next line may belong. */
  #field: { readonly column: number; readonly list: string[] } | undefined;

  /** The records, or undefined when there are too few keys for a listing. */
  get records(): readonly unknown[] | undefined {
    if (this.#keys.size < 2) return undefined;
    return this.#records.length === 0 ? [this.#record] : this.#records;
  }

  beginRecord(): void {
    this.#record = new Map();
    this.#records.push(this.#record);
  }

  /** Returns whether a key in this column is a field. In the text of a value it is not. */
  acceptsField(column: number): boolean {
    return this.#field === undefined || column <= this.#field.column || this.#field.list.length === 0;
  }

  /** Returns whether a line without a key in this column belongs to a field. */
  acceptsText(column: number, isItem: boolean): boolean {
    return this.#field !== undefined && (isItem || column > this.#field.column);
  }

  addField(key: string, column: number, value: string): void {
    const list = value === '' ? [] : [value];
    this.#record.set(key, list);
    this.#keys.add(key);
    this.#field = { column, list };
  }

  /** Adds an item to the list of the current field, or continues its last value. */
  addText(value: string, isItem: boolean): void {
    const list = this.#field?.list ?? [];
    if (isItem) list.push(value);
    else list[Math.max(0, list.length - 1)] = `${list.at(-1) ?? ''} ${value}`.trim();
  }
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
