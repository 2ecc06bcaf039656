import { providerFailure } from '../provider-failure.ts';
import { isRecord, type JsonRecord, listOf, recordOf, textOf } from './json-record.ts';
import { ResponseNormalizer, type RequestedFormat } from './response-normalizer.ts';
import type { WireContext } from './wire-context.ts';

/** Repairs the chunks of one streamed response in order. */
export class ChunkNormalizer {
  readonly #context: WireContext;
  readonly #answer: ResponseNormalizer;
  #id = '';
  #hasUsage = false;
  #text: ChunkPattern | undefined;
  #arguments: { readonly pattern: ChunkPattern; readonly index: number } | undefined;

  constructor(context: WireContext, asked: RequestedFormat) {
    this.#context = context;
    this.#answer = new ResponseNormalizer(context, asked);
  }

  /** Repairs a chunk in place and returns whether it was changed. */
  accept(chunk: unknown): boolean {
    if (Array.isArray(chunk)) throw this.#answer.errorInAnswer(chunk);
    if (!isRecord(chunk)) throw this.unreadable();
    if (chunk['error'] !== undefined && chunk['error'] !== null)
      throw this.#answer.errorInAnswer(chunk['error']);
    if (isRecord(chunk['usage'])) this.#hasUsage = true;
    const hasChanged = this.#acceptId(chunk);
    const choices = chunk['choices'];
    if (!Array.isArray(choices)) return hasChanged;
    if (choices.length > 1) throw this.#answer.severalChoices();
    const choice: unknown = choices[0];
    return isRecord(choice) ? this.#acceptChoice(choice) || hasChanged : hasChanged;
  }

  /** Accepts a line that differs from an earlier one only in its text. Returns false when the line must be parsed. */
  acceptRepeated(buffer: Buffer, start: number, end: number): boolean {
    if (this.#arguments?.pattern.fits(buffer, start, end)) {
      this.#answer.appendArguments(this.#arguments.index, this.#arguments.pattern.textOf(buffer, start, end));
      return true;
    }
    if (!this.#text?.fits(buffer, start, end)) return false;
    this.#answer.noteContent();
    return true;
  }

  /** Stores the pattern of a line whose chunk needed no repair. */
  remember(line: string, chunk: unknown): void {
    const { delta } = recordOf(listOf(recordOf(chunk)['choices'])[0]);
    if (!isRecord(delta)) return;
    const piece = readArgumentsPiece(delta);
    const fields = Object.keys(delta).filter((field) => delta[field] !== null && field !== 'role');
    if (piece !== undefined && fields.every((field) => field === 'tool_calls')) {
      const pattern = ChunkPattern.of(line, 'arguments', piece.text);
      if (pattern) this.#arguments = { pattern, index: piece.index };
    } else if (typeof delta['content'] === 'string' && fields.every((field) => field === 'content')) {
      this.#text = ChunkPattern.of(line, 'content', delta['content']) ?? this.#text;
    }
  }

  /**
   * Checks the response and returns its final chunk. Usage is counted at the end of a response, so usage and `[DONE]`
   * together mark the end of a stream without `finish_reason`.
   */
  conclude(hasDoneMark: boolean): JsonRecord {
    const { finishReason, toolCalls, content } = this.#answer.conclude(hasDoneMark && this.#hasUsage);
    const delta = {
      ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
      ...(content === undefined ? {} : { content }),
    };
    return {
      id: this.#id,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    };
  }

  /** Returns the error for a line of the stream that is not JSON. */
  unreadable(): Error {
    return providerFailure(this.#context.provider, 'not-json', 'sent a line in its stream that is not JSON.');
  }

  #acceptId(chunk: JsonRecord): boolean {
    if (this.#id !== '') return false;
    const given = textOf(chunk['id']);
    this.#id = given || `chatcmpl-${this.#context.createId()}`;
    chunk['id'] = this.#id;
    return given === '';
  }

  #acceptChoice(choice: JsonRecord): boolean {
    let hasChanged = false;
    if (!isRecord(choice['delta']) && isRecord(choice['message'])) {
      choice['delta'] = choice['message'];
      hasChanged = true;
    }
    if (this.#answer.acceptChoice(choice, 'delta')) hasChanged = true;
    if (choice['finish_reason'] !== undefined && choice['finish_reason'] !== null) {
      // The finish reason is sent once, at the end, after it was checked.
      choice['finish_reason'] = null;
      hasChanged = true;
    }
    return hasChanged;
  }
}

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Recognizes a line that differs from an earlier one only in one text, so that it is not parsed twice. Almost all
 * lines of a long response match, and parsing them twice would be the largest cost.
 */
class ChunkPattern {
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
function readArgumentsPiece(delta: JsonRecord): { index: number; text: string } | undefined {
  const [call, ...further] = listOf(delta['tool_calls']);
  const { index, id, extra_content: extra, function: body } = recordOf(call);
  const { arguments: text, ...others } = recordOf(body);
  const isPiece =
    further.length === 0 && Object.keys(others).length === 0 && id === undefined && extra === undefined;
  return isPiece && typeof text === 'string' && typeof index === 'number' ? { index, text } : undefined;
}
