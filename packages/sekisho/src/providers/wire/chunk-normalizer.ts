import { providerFailure } from '../provider-failure.ts';
import { textOf } from '../../openai-agents/read-value.ts';
import { isRecord, type JsonRecord, parseJson } from './json-record.ts';
import { ResponseNormalizer, type RequestedFormat } from './response-normalizer.ts';
import type { LineRepair } from './watch-stream.ts';
import type { WireContext } from './wire-context.ts';

/** Repairs the server-sent events of one streamed response, line by line. */
export class ChunkNormalizer implements LineRepair {
  readonly #context: WireContext;
  readonly #answer: ResponseNormalizer;
  #id = '';
  #hasUsage = false;
  #unfinishedData = '';
  isDone = false;

  constructor(context: WireContext, asked: RequestedFormat) {
    this.#context = context;
    this.#answer = new ResponseNormalizer(context, asked);
  }

  accept(line: string): string {
    if (line === '' && this.#unfinishedData !== '') throw this.#unreadable();
    if (!line.startsWith('data:')) return '';
    const data = this.#unfinishedData + line.slice(line.startsWith(' ', 5) ? 6 : 5);
    if (data === '[DONE]') return this.#conclude(true);
    if (data.trim() === '') return '';
    const chunk = parseJson(data);
    // One event may consist of several data lines, but some servers send no empty line between events.
    this.#unfinishedData = chunk === undefined ? `${data}\n` : '';
    if (chunk === undefined) return '';
    this.#acceptChunk(chunk);
    return `data: ${JSON.stringify(chunk)}\n\n`;
  }

  end(): string {
    return this.#conclude(false);
  }

  #acceptChunk(chunk: unknown): void {
    if (Array.isArray(chunk)) throw this.#answer.errorInAnswer(chunk);
    if (!isRecord(chunk)) throw this.#unreadable();
    const { error, usage, choices } = chunk;
    if (error !== undefined && error !== null) throw this.#answer.errorInAnswer(error);
    if (isRecord(usage)) this.#hasUsage = true;
    this.#id ||= textOf(chunk['id']) || `chatcmpl-${this.#context.createId()}`;
    chunk['id'] ||= this.#id;
    if (!Array.isArray(choices)) return;
    if (choices.length > 1) throw this.#answer.severalChoices();
    const choice: unknown = choices[0];
    if (!isRecord(choice)) return;
    if (!isRecord(choice['delta']) && isRecord(choice['message'])) choice['delta'] = choice['message'];
    this.#answer.acceptChoice(choice, 'delta');
    // The finish reason is sent once, at the end, after it was checked.
    choice['finish_reason'] = null;
  }

  /**
   * Checks the response and returns its final chunk. Usage is counted at the end of a response, so usage and `[DONE]`
   * together mark the end of a stream without `finish_reason`.
   */
  #conclude(hasDoneMark: boolean): string {
    this.isDone = true;
    const { finishReason, toolCalls, content } = this.#answer.conclude(hasDoneMark && this.#hasUsage);
    const delta: JsonRecord = {
      ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
      ...(content === undefined ? {} : { content }),
    };
    const choices = [{ index: 0, delta, finish_reason: finishReason }];
    const chunk = { id: this.#id, object: 'chat.completion.chunk', choices };
    return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  }

  #unreadable(): Error {
    return providerFailure(this.#context.provider, 'not-json', 'sent a line in its stream that is not JSON.');
  }
}
