import { isRecord, type JsonRecord } from '../json/is-record.ts';
import { readNumber, readRecord, readString } from '../json/read-field.ts';
import { readUsage } from '../usage/token-usage.ts';
import { applyItemEvent } from './apply-item-event.ts';
import { OutputItemState } from './output-item-state.ts';
import type { Progress } from './progress.ts';
import { readAnswer } from './read-answer.ts';
import { readToolItems } from './read-tool-items.ts';
import {
  responseStatuses,
  type ResponseOutcome,
  type ResponseStatus,
  type FailureReport,
} from './response-outcome.ts';

/** Reduces the events of a stream to an outcome. Received data is never lost. */
export class ResponseReducer {
  readonly #items = new Map<number, OutputItemState>();
  #response: JsonRecord = {};
  #status: ResponseStatus = 'in_progress';
  #failure: ResponseOutcome['failure'];
  #lastSequence: number | undefined;
  #lastIndex = 0;
  #isFinished = false;
  #hasBegun = false;

  /** True once anything has arrived. A retry would then be charged twice. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** True once an event reported the end of the response. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** The sequence number of the last received event. */
  get lastSequence(): number | undefined {
    return this.#lastSequence;
  }

  /** The id of the response, available after its first event. */
  get id(): string | undefined {
    return readString(this.#response, 'id');
  }

  /** Applies one event of any shape. Unknown events are ignored. */
  apply(event: unknown): Progress | undefined {
    if (!isRecord(event)) return undefined;
    this.#hasBegun = true;
    const sequence = readNumber(event, 'sequence_number');
    if (sequence !== undefined) this.#lastSequence = sequence;
    switch (event['type']) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        return this.#applyStart(event);
      case 'response.completed':
        return this.#applyEnd(event, 'completed');
      case 'response.incomplete':
        return this.#applyEnd(event, 'incomplete');
      case 'response.failed':
        return this.#applyEnd(event, 'failed');
      case 'error':
        return this.#applyError(event);
      case 'response.output_item.added':
        return this.#applyItem(event, false);
      case 'response.output_item.done':
        return this.#applyItem(event, true);
      default:
        return this.#applyToItem(event);
    }
  }

  /** Applies a complete response, as a call without streaming returns it. */
  applyResponse(response: unknown): void {
    if (!isRecord(response)) return;
    this.#applyEnd({ response }, this.#status);
    this.#isFinished = this.#status !== 'queued' && this.#status !== 'in_progress';
  }

  /** Returns the outcome so far. */
  read(): ResponseOutcome {
    const ordered = [...this.#items].toSorted(([a], [b]) => a - b);
    const items = ordered.map(([, state]) => state.read());
    const details = readRecord(this.#response, 'incomplete_details') ?? {};
    return {
      id: this.id,
      model: readString(this.#response, 'model'),
      status: this.#status,
      incompleteReason: readString(details, 'reason'),
      ...readAnswer(items),
      ...readToolItems(items),
      usage: readUsage(this.#response['usage']),
      createdAt: readNumber(this.#response, 'created_at'),
      failure: this.#failure,
      items,
      lastSequence: this.#lastSequence,
    };
  }

  #applyStart(event: JsonRecord): Progress {
    this.#adopt(readRecord(event, 'response'), 'in_progress');
    return { type: 'started', id: this.id, status: this.#status };
  }

  #applyEnd(event: JsonRecord, status: ResponseStatus): Progress {
    const response = readRecord(event, 'response');
    this.#adopt(response, status);
    const output = response?.['output'];
    if (Array.isArray(output)) {
      // The final list is authoritative, but a missing entry must not delete a received item.
      for (const [index, item] of output.entries())
        if (isRecord(item)) this.#itemAt(index, item).finish(item);
    }
    this.#isFinished = true;
    return { type: 'finished', status: this.#status };
  }

  #applyError(event: JsonRecord): Progress {
    this.#failure = readFailure(readRecord(event, 'error') ?? event);
    this.#status = 'failed';
    this.#isFinished = true;
    return { type: 'finished', status: 'failed' };
  }

  #adopt(response: JsonRecord | undefined, fallback: ResponseStatus): void {
    if (response) this.#response = { ...this.#response, ...response };
    const named = response && readString(response, 'status');
    this.#status = responseStatuses.find((status) => status === named) ?? fallback;
    const error = response && readRecord(response, 'error');
    if (error) this.#failure = readFailure(error);
  }

  #applyItem(event: JsonRecord, isDone: boolean): Progress | undefined {
    const item = readRecord(event, 'item');
    if (!item) return undefined;
    const outputIndex = this.#indexOf(event);
    const state = this.#itemAt(outputIndex, item);
    if (isDone) state.finish(item);
    return { type: 'item', itemType: state.type, outputIndex };
  }

  #applyToItem(event: JsonRecord): Progress | undefined {
    const type = readString(event, 'type');
    if (type === undefined || !type.startsWith('response.')) return undefined;
    const outputIndex = this.#indexOf(event);
    return applyItemEvent(type, event, { outputIndex, item: () => this.#itemAt(outputIndex) });
  }

  #indexOf(event: JsonRecord): number {
    const index = readNumber(event, 'output_index');
    if (index !== undefined && Number.isSafeInteger(index) && index >= 0) this.#lastIndex = index;
    return this.#lastIndex;
  }

  #itemAt(index: number, item: JsonRecord = {}): OutputItemState {
    let state = this.#items.get(index);
    if (!state) {
      state = new OutputItemState(item);
      this.#items.set(index, state);
    }
    return state;
  }
}

/** Reads the `error` of a response or of an error event. */
function readFailure(error: JsonRecord): FailureReport {
  const code = readString(error, 'code');
  const param = readString(error, 'param');
  return {
    ...(code === undefined ? {} : { code }),
    message: readString(error, 'message') ?? 'The response failed without a message.',
    ...(param === undefined ? {} : { param }),
  };
}
