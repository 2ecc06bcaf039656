/**
 * Parses a text that is one complete value in JSON or in Python's notation (`{'a': None}`), which many tools print.
 * Returns undefined for any other text: a text that is only partly data is prose.
 */
export function readLiteral(text: string): unknown {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return new PythonReader(text).read();
  }
}

const MAX_DEPTH = 32;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['None', null],
  ['True', true],
  ['False', false],
  ['null', null],
  ['true', true],
  ['false', false],
]);

class PythonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    try {
      const value = this.#value(0);
      this.#space();
      return this.#at === this.#text.length ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
    this.#space();
    const character = this.#text[this.#at];
    if (character === '{') return this.#entries(depth);
    if (character === '[') return this.#items(']', depth);
    if (character === '(') return this.#items(')', depth);
    if (character === "'" || character === '"') return this.#string(character);
    return this.#word();
  }

  #entries(depth: number): Map<string, unknown> {
    const entries = new Map<string, unknown>();
    this.#at += 1;
    for (;;) {
      this.#space();
      if (this.#take('}')) return entries;
      const key = this.#value(depth + 1);
      this.#space();
      if (!this.#take(':')) throw new SyntaxError('expected a colon');
      entries.set(String(key), this.#value(depth + 1));
      this.#space();
      if (!this.#take(',') && this.#text[this.#at] !== '}') throw new SyntaxError('expected a comma');
    }
  }

  #items(end: string, depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    for (;;) {
      this.#space();
      if (this.#take(end)) return items;
      items.push(this.#value(depth + 1));
      this.#space();
      if (!this.#take(',') && this.#text[this.#at] !== end) throw new SyntaxError('expected a comma');
    }
  }

  #string(quote: string): string {
    let value = '';
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at];
      this.#at += 1;
      if (character === quote) return value;
      if (character !== '\\') {
        value += character;
        continue;
      }
      const escaped = this.#text[this.#at] ?? '';
      this.#at += 1;
      value += escaped === 'n' || escaped === 't' || escaped === 'r' ? ' ' : escaped;
    }
    throw new SyntaxError('the text ends inside a string');
  }

  #word(): unknown {
    const pattern = /[\w.+-]+/y;
    pattern.lastIndex = this.#at;
    const word = pattern.exec(this.#text)?.[0];
    if (word === undefined) throw new SyntaxError('expected a value');
    this.#at += word.length;
    if (WORDS.has(word)) return WORDS.get(word);
    const number = Number(word);
    if (!Number.isNaN(number)) return number;
    // A constructor such as datetime.date(2022, 1, 1): its numbers are the value.
    if (this.#text[this.#at] === '(') return this.#items(')', MAX_DEPTH - 1);
    throw new SyntaxError('unknown word');
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}
