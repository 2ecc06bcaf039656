import { isRecord } from '../json-record.ts';

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Recognizes a line that differs from an earlier one only in one text, so that it is not parsed twice. Almost all
 * lines of a long response match, and parsing them twice would be the largest cost.
 */
export class ChunkPattern {
  readonly #prefix: Buffer;
  readonly #suffix: Buffer;

  private constructor(prefix: Buffer, suffix: Buffer) {
    this.#prefix = prefix;
    this.#suffix = suffix;
  }

  /** Returns the pattern of a line with its text in a field, or undefined when the position is ambiguous. */
  static of(line: string, field: 'content' | 'arguments', text: string): ChunkPattern | undefined {
    const quoted = `"${field}":${JSON.stringify(text)}`;
    const start = line.indexOf(quoted);
    if (start === -1 || start !== line.lastIndexOf(quoted)) return undefined;
    const prefix = Buffer.from(line.slice(0, start + field.length + 4));
    return new ChunkPattern(prefix, Buffer.from(line.slice(start + quoted.length - 1)));
  }

  /** Returns whether a line has this pattern and a text without escapes. */
  fits(buffer: Buffer, start: number, end: number): boolean {
    const from = start + this.#prefix.length;
    const to = end - this.#suffix.length;
    if (to <= from || buffer.compare(this.#prefix, 0, this.#prefix.length, start, from) !== 0) return false;
    if (buffer.compare(this.#suffix, 0, this.#suffix.length, to, end) !== 0) return false;
    for (let index = from; index < to; index += 1) {
      if (buffer[index] === QUOTE || buffer[index] === BACKSLASH) return false;
    }
    return true;
  }

  /** Returns the text of a matching line. */
  textOf(buffer: Buffer, start: number, end: number): string {
    return buffer.toString('utf8', start + this.#prefix.length, end - this.#suffix.length);
  }
}

/** Returns the only tool call of a delta if it contains only a part of the arguments. */
export function readArgumentsPiece(delta: unknown): { index: number; text: string } | undefined {
  const calls = isRecord(delta) ? delta['tool_calls'] : undefined;
  const call: unknown = Array.isArray(calls) && calls.length === 1 ? calls[0] : undefined;
  if (!isRecord(call) || !isRecord(call['function']) || typeof call['index'] !== 'number') return undefined;
  const { arguments: text, ...others } = call['function'];
  const isPiece =
    Object.keys(others).length === 0 && call['id'] === undefined && call['extra_content'] === undefined;
  return isPiece && typeof text === 'string' ? { index: call['index'], text } : undefined;
}
