import { providerFailure, type FailureKind } from '../provider-failure.ts';
import { readErrorMessage } from './error-response.ts';
import { textOf } from '../../openai-agents/read-value.ts';
import { isRecord, type JsonRecord, listOf, parseJson, recordOf } from './json-record.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';
import type { WireContext } from './wire-context.ts';

/** The parts of a request that are needed to read its response. */
export interface RequestedFormat {
  readonly wantsJson: boolean;
  readonly usedCallIds: readonly string[];
}

/** Reads the requested format of a Chat Completions request. */
export function readRequestedFormat(request: JsonRecord): RequestedFormat {
  const calls = listOf(request['messages']).flatMap((message) => listOf(recordOf(message)['tool_calls']));
  const ids = calls.map((call) => recordOf(call)['id']).filter((id) => typeof id === 'string');
  return { wantsJson: isRecord(request['response_format']), usedCallIds: ids };
}

/** Repairs a complete Chat Completions response in place. Throws when it cannot be used. */
export function normalizeCompletion(
  completion: JsonRecord,
  context: WireContext,
  asked: RequestedFormat,
): JsonRecord {
  const answer = new ResponseNormalizer(context, asked);
  const choices = listOf(completion['choices']);
  if (choices.length > 1) throw answer.severalChoices();
  const [choice] = choices;
  if (isRecord(choice)) answer.acceptChoice(choice, 'message');
  const { finishReason, toolCalls, content } = answer.conclude(true);
  if (textOf(completion['id']) === '') completion['id'] = `chatcmpl-${context.createId()}`;
  if (!isRecord(choice) || !isRecord(choice['message'])) return completion;
  choice['finish_reason'] = finishReason;
  const { message } = choice;
  if (content !== undefined) message['content'] = content;
  if (Array.isArray(message['tool_calls']))
    message['tool_calls'] = message['tool_calls'].map((call) => withMissingArguments(call, toolCalls));
  return completion;
}

function withMissingArguments(call: unknown, missing: readonly JsonRecord[]): unknown {
  if (!isRecord(call) || !isRecord(call['function'])) return call;
  const { index, ...rest } = call;
  const part = missing.find((entry) => entry['index'] === index)?.['function'];
  return isRecord(part) ? { ...rest, function: { ...call['function'], ...part } } : rest;
}

/** The remaining output of a complete response. */
export interface ResponseEnd {
  readonly finishReason: Exclude<FinishReason, 'content_filter'>;
  readonly toolCalls: JsonRecord[];
  readonly content?: string;
}

/** Repairs one response, complete or streamed, and throws when it is incomplete. */
export class ResponseNormalizer {
  readonly #context: WireContext;
  readonly #calls: ToolCallAssembler;
  readonly #wantsJson: boolean;
  #hasContent = false;
  #reasoning = '';
  #finishReason: string | undefined;
  #hasChoices = false;

  constructor(context: WireContext, asked: RequestedFormat) {
    this.#context = context;
    this.#wantsJson = asked.wantsJson;
    this.#calls = new ToolCallAssembler(context.provider, context.createId, asked.usedCallIds);
  }

  /** Repairs a choice in place, with its `delta` or its `message`. */
  acceptChoice(choice: JsonRecord, field: 'delta' | 'message'): void {
    this.#hasChoices = true;
    if (isPresent(choice['error'])) throw this.errorInAnswer(choice['error']);
    choice['index'] = 0;
    this.#finishReason = textOf(choice['finish_reason']) || this.#finishReason;
    const part = choice[field];
    if (isRecord(part)) this.#acceptPart(part);
  }

  /**
   * Checks the complete response. `isComplete` is true when the end is certain without a `finish_reason`: the
   * response was not streamed, or its stream marked its end. Otherwise a missing `finish_reason` means that the
   * stream was truncated.
   */
  conclude(isComplete: boolean): ResponseEnd {
    if (!this.#hasChoices) throw this.#failure('no-choices', 'returned no choices');
    if (this.#finishReason === undefined && !isComplete) {
      throw this.#failure('stream-cut', 'ended its stream before the response was complete');
    }
    const reason = readFinishReason(this.#finishReason ?? 'stop');
    if (reason === 'content_filter')
      throw this.#failure('content-filter', 'withheld the response because of its content filter');
    if (reason === undefined) {
      const what = `ended the response early ("${this.#finishReason?.slice(0, 60)}")`;
      throw this.#failure('finish-reason', what);
    }
    return this.#end(reason);
  }

  /** Returns the error for a response that contains an error although its HTTP status is a success. */
  errorInAnswer(error: unknown): Error {
    const message = this.#context.redact(readErrorMessage(error));
    return this.#failure('error-in-answer', `returned an error: ${message}`);
  }

  /** Returns the error for a response with more than one choice, of which all but one would be lost. */
  severalChoices(): Error {
    return this.#failure('no-choices', 'returned several choices where one was requested');
  }

  #end(reason: ResponseEnd['finishReason']): ResponseEnd {
    const toolCalls = this.#calls.conclude();
    if (this.#calls.count > 0) return { finishReason: 'tool_calls', toolCalls };
    if (reason === 'tool_calls') throw this.#failure('tool-call', 'announced a tool call and sent none');
    if (this.#hasContent) return { finishReason: reason, toolCalls };
    if (this.#hasJsonInReasoning()) return { finishReason: reason, toolCalls, content: this.#reasoning };
    if (reason === 'length')
      throw this.#failure('empty-answer', 'reached maxTokens before it returned any text');
    throw this.#failure('empty-answer', 'returned an empty response');
  }

  #acceptPart(part: JsonRecord): void {
    const calls = listOf(part['tool_calls']);
    if (calls.length > 0) part['tool_calls'] = calls.map((entry) => this.#calls.accept(entry));
    else delete part['tool_calls'];
    const content = part['content'];
    if (Array.isArray(content))
      part['content'] = content.map((piece) => textOf(recordOf(piece)['text'])).join('');
    if (isPresent(part['content']) || isPresent(part['refusal']) || isPresent(part['audio']))
      this.#hasContent = true;
    const reasoning = readReasoning(part);
    part['reasoning'] = reasoning;
    if (reasoning !== undefined && this.#wantsJson) this.#reasoning += reasoning;
  }

  // LM Studio may return the whole structured output of a thinking model there (lmstudio-bug-tracker 1698).
  #hasJsonInReasoning(): boolean {
    return this.#wantsJson && this.#context.provider === 'lmstudio' && isRecord(parseJson(this.#reasoning));
  }

  #failure(kind: FailureKind, what: string): Error {
    return providerFailure(this.#context.provider, kind, `${what}. The response was not used.`);
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Returns the reasoning in a message or delta from any of its three field names. */
function readReasoning(part: JsonRecord): string | undefined {
  const { reasoning, reasoning_content: content, reasoning_details: details } = part;
  const plain = textOf(reasoning) || textOf(content);
  if (plain !== '') return plain;
  const text = listOf(details).map((detail) => {
    const { text: own, summary } = recordOf(detail);
    return typeof own === 'string' ? own : textOf(summary);
  });
  return text.join('') || (reasoning === '' ? '' : undefined);
}

/** Why a response ended, with the values of OpenAI. */
type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
  recitation: 'content_filter',
  refusal: 'content_filter',
};

/**
 * Normalizes the values of the providers. Returns undefined for an error and for unknown values. A filter may add text,
 * as in `content_filter: SAFETY`.
 */
function readFinishReason(spelling: string): FinishReason | undefined {
  const word = spelling.toLowerCase();
  if (Object.hasOwn(FINISH_REASONS, word)) return FINISH_REASONS[word];
  return /filter|safety|blocklist|prohibited/.test(word) ? 'content_filter' : undefined;
}
