import { propertyOf } from '../../wire/json-value.ts';
import { readListing } from './read-listing.ts';
import { readLiteral } from './read-literal.ts';

/** One object of a result. Its short values describe the object. */
export interface OutputRecord {
  readonly parent: OutputRecord | undefined;
  /** The words of name-like fields, and of all short fields. They are added while the result is read. */
  readonly names: string[];
  readonly words: string[];
  /** The keys of the object. */
  readonly keys: string[];
}

/** Receives the parts of a result. */
export interface OutputVisitor {
  field(key: string, value: string | number, record: OutputRecord): void;
  prose(text: string, record: OutputRecord): void;
}

/** How much of one result is read. The rest is unknown and therefore never trusted. */
export const MAX_OUTPUT_CHARACTERS = 65_536;
/** Data is read as a whole before its values are counted, because a truncated document is not valid data. */
const MAX_DATA_CHARACTERS = 1_000_000;
const MAX_DEPTH = 12;
const MAX_NODES = 4_000;
const MAX_KEYS = 40;

/** Reads a tool's result as fields and prose. Returns whether a part was omitted. */
export function walkOutput(output: unknown, visitor: OutputVisitor): boolean {
  const walk = new Walk(visitor);
  walk.visit('', withoutRepetition(output), newRecord(undefined), 0);
  return walk.leftOut;
}

/** MCP servers repeat their structured content as a text for older clients. The same values are read once. */
function withoutRepetition(output: unknown): unknown {
  const content = propertyOf(output, 'content');
  if (!Array.isArray(content)) return output;
  const text = jsonOf(propertyOf(output, 'structuredContent'));
  if (text === undefined) return output;
  const others = content.filter((part: unknown) => propertyOf(part, 'text') !== text);
  return others.length === content.length ? output : { ...Object(output), content: others };
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // A host may return values that are not JSON.
    return undefined;
  }
}

class Walk {
  leftOut = false;
  readonly #visitor: OutputVisitor;
  #nodes = 0;
  #characters = 0;

  constructor(visitor: OutputVisitor) {
    this.#visitor = visitor;
  }

  visit(key: string, value: unknown, record: OutputRecord, depth: number): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES || depth > MAX_DEPTH || this.#characters > MAX_OUTPUT_CHARACTERS) {
      this.leftOut = true;
      return;
    }
    if (typeof value === 'string') this.#text(key, value, record, depth);
    else if (typeof value === 'number' || typeof value === 'bigint')
      this.#visitor.field(key, Number(value), record);
    else if (Array.isArray(value)) for (const item of value) this.visit(key, item, record, depth + 1);
    else if (value instanceof Map) this.#entries(value.entries(), record, depth);
    else if (typeof value === 'object' && value !== null) this.#entries(Object.entries(value), record, depth);
  }

  #entries(entries: Iterable<readonly [unknown, unknown]>, parent: OutputRecord, depth: number): void {
    const record = newRecord(parent);
    for (const [name, value] of entries) {
      const key = String(name).slice(0, 100);
      if (record.keys.length < MAX_KEYS) record.keys.push(key);
      // Objects keyed by id are common. The id is a value there.
      if (/\d/.test(key)) this.#visitor.field('key', key, record);
      this.visit(key, value, record, depth + 1);
      if (this.leftOut) return;
    }
  }

  #text(key: string, value: string, record: OutputRecord, depth: number): void {
    // Only a whole result or the text block of an MCP result may be serialized data. Other fields are read as they are.
    const isWhole = depth === 0 || (key === 'text' && depth <= 3);
    const data = isWhole && value.length <= MAX_DATA_CHARACTERS ? readData(value) : undefined;
    if (data !== undefined) {
      this.visit('', data, record, 1);
      return;
    }
    const room = MAX_OUTPUT_CHARACTERS - this.#characters;
    if (value.length > room) this.leftOut = true;
    const text = value.length > room ? value.slice(0, Math.max(0, room)) : value;
    this.#characters += text.length;
    if (isField(text)) this.#visitor.field(key, text, record);
    else this.#visitor.prose(text, record);
  }
}

function readData(text: string): unknown {
  const literal = readLiteral(text);
  if (literal !== undefined) return literal;
  return text.length <= MAX_OUTPUT_CHARACTERS && text.includes('\n') ? readListing(text) : undefined;
}

function newRecord(parent: OutputRecord | undefined): OutputRecord {
  return { parent, names: [], words: [], keys: [] };
}

/** A field is one short line. Anything longer is prose. */
function isField(text: string): boolean {
  return text.length <= 120 && !text.includes('\n') && (text.match(/ /g)?.length ?? 0) <= 9;
}
