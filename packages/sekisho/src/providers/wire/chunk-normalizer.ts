import { isRecord } from '../json-record.ts';
import type { JsonRecord } from '../json-record.ts';
import { providerFailure } from '../provider-failure.ts';
import { ResponseNormalizer } from './response-normalizer.ts';
import type { RequestedFormat } from './requested-format.ts';
import { ChunkPattern, readArgumentsPiece } from './chunk-pattern.ts';
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
    const choices = isRecord(chunk) && Array.isArray(chunk['choices']) ? chunk['choices'] : [];
    const delta: unknown = isRecord(choices[0]) ? choices[0]['delta'] : undefined;
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
    const { provider } = this.#context;
    return providerFailure(
      provider,
      'not-json',
      `Provider "${provider}" sent a line in its stream that is not JSON.`,
    );
  }

  #acceptId(chunk: JsonRecord): boolean {
    if (this.#id !== '') return false;
    const hasId = typeof chunk['id'] === 'string' && chunk['id'] !== '';
    this.#id = hasId ? String(chunk['id']) : `chatcmpl-${this.#context.createId()}`;
    chunk['id'] = this.#id;
    return !hasId;
  }

  #acceptChoice(choice: JsonRecord): boolean {
    let hasChanged = false;
    if (!isRecord(choice['delta']) && isRecord(choice['message'])) {
      choice['delta'] = choice['message'];
      hasChanged = true;
    }
    if (this.#answer.acceptChoice(choice, 'delta')) hasChanged = true;
    if (isReason(choice['finish_reason'])) {
      // The finish reason is sent once, at the end, after it was checked.
      choice['finish_reason'] = null;
      hasChanged = true;
    }
    return hasChanged;
  }
}

function isReason(value: unknown): boolean {
  return value !== undefined && value !== null;
}
