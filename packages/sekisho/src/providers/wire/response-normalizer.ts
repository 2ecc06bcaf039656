import { isRecord, parseJson, textOf } from '../json-record.ts';
import type { JsonRecord } from '../json-record.ts';
import { providerFailure } from '../provider-failure.ts';
import type { FailureKind } from '../provider-failure.ts';
import { readErrorMessage } from './error-message.ts';
import { readFinishReason } from './finish-reason.ts';
import { readReasoning } from './reasoning-text.ts';
import type { RequestedFormat } from './requested-format.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';
import type { WireContext } from './wire-context.ts';

/** The remaining output of a complete response. */
export interface ResponseEnd {
  readonly finishReason: 'stop' | 'length' | 'tool_calls';
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

  /** Repairs a choice in place, with its `delta` or its `message`. Returns whether it was changed. */
  acceptChoice(choice: JsonRecord, field: 'delta' | 'message'): boolean {
    this.#hasChoices = true;
    let hasChanged = false;
    if (isPresent(choice['error'])) throw this.errorInAnswer(choice['error']);
    if (choice['index'] !== 0) {
      choice['index'] = 0;
      hasChanged = true;
    }
    if (typeof choice['finish_reason'] === 'string' && choice['finish_reason'] !== '') {
      this.#finishReason = choice['finish_reason'];
    }
    const part = choice[field];
    return isRecord(part) ? this.#acceptPart(part) || hasChanged : hasChanged;
  }

  /** Adds a part of the arguments of a valid call. */
  appendArguments(index: number, text: string): void {
    this.#calls.append(index, text);
  }

  /** Records that the response has text, when a line with text was passed without being parsed. */
  noteContent(): void {
    this.#hasContent = true;
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
    switch (reason) {
      case 'content_filter':
        throw this.#failure('content-filter', 'withheld the response because of its content filter');
      case 'error':
      case 'unknown':
        throw this.#failure(
          'finish-reason',
          `ended the response early ("${String(this.#finishReason).slice(0, 60)}")`,
        );
      case 'stop':
      case 'length':
      case 'tool_calls':
        return this.#end(reason);
    }
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

  #end(reason: 'stop' | 'length' | 'tool_calls'): ResponseEnd {
    const toolCalls = this.#calls.conclude();
    if (this.#calls.count > 0) return { finishReason: 'tool_calls', toolCalls };
    if (reason === 'tool_calls') throw this.#failure('tool-call', 'announced a tool call and sent none');
    if (this.#hasContent) return { finishReason: reason, toolCalls };
    if (this.#hasJsonInReasoning()) return { finishReason: reason, toolCalls, content: this.#reasoning };
    if (reason === 'length')
      throw this.#failure('empty-answer', 'reached maxTokens before it returned any text');
    throw this.#failure('empty-answer', 'returned an empty response');
  }

  #acceptPart(part: JsonRecord): boolean {
    let hasChanged = false;
    if ('tool_calls' in part) hasChanged = this.#acceptToolCalls(part);
    const content = part['content'];
    if (Array.isArray(content)) {
      part['content'] = content.map((piece) => (isRecord(piece) ? textOf(piece['text']) : '')).join('');
      hasChanged = true;
    }
    if (isPresent(part['content']) || isPresent(part['refusal']) || isPresent(part['audio']))
      this.#hasContent = true;
    const reasoning = readReasoning(part);
    if (reasoning !== part['reasoning']) {
      part['reasoning'] = reasoning;
      hasChanged = true;
    }
    if (reasoning !== undefined && this.#wantsJson) this.#reasoning += reasoning;
    return hasChanged;
  }

  #acceptToolCalls(part: JsonRecord): boolean {
    const entries = part['tool_calls'];
    if (!Array.isArray(entries) || entries.length === 0) {
      delete part['tool_calls'];
      return true;
    }
    const repaired = entries.map((entry: unknown) => this.#calls.accept(entry));
    part['tool_calls'] = repaired;
    return repaired.some((entry, index) => entry !== entries[index]);
  }

  // LM Studio may return the whole structured output of a thinking model there (lmstudio-bug-tracker 1698).
  #hasJsonInReasoning(): boolean {
    return this.#wantsJson && this.#context.provider === 'lmstudio' && isRecord(parseJson(this.#reasoning));
  }

  #failure(kind: FailureKind, what: string): Error {
    const { provider } = this.#context;
    return providerFailure(provider, kind, `Provider "${provider}" ${what}. The response was not used.`);
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
