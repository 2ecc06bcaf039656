import { APIError } from 'openai';
import { SekishoError } from '@sekisho/engine';
import type {
  Model,
  ModelRequest,
  ModelResponse,
  ModelRetryAdvice,
  ModelRetryAdviceRequest,
  StreamEvent,
} from '../openai-agents/upstream.ts';
import { checkToolCalls, refuseUnsupported } from './check-request.ts';
import { describeFailure, providerFailure } from './provider-failure.ts';
import type { ProviderConnection, ProviderName } from './provider-types.ts';
import { dropForeignReplayData, ReplayData } from './replay-data.ts';

/** The dependencies of a guarded model. It has two models of the Agents SDK because only one of them may retry. */
export interface GuardedModelParts {
  readonly connection: ProviderConnection;
  readonly modelName: string;
  readonly retrying: () => Model | Promise<Model>;
  readonly streaming: () => Model | Promise<Model>;
}

/** A model of the Agents SDK with capability checks, time limits, coded errors and preserved signatures. */
export class GuardedModel implements Model {
  readonly #parts: GuardedModelParts;

  constructor(parts: GuardedModelParts) {
    this.#parts = parts;
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const prepared = this.#prepare(request);
    try {
      const model = await this.#parts.retrying();
      const response = await model.getResponse(prepared);
      if (!this.#isCompat) return response;
      const replay = new ReplayData(this.provider);
      replay.accept(response.providerData);
      checkToolCalls(response.output, request, this.provider);
      replay.attachTo(response.output);
      return response;
    } catch (error) {
      throw this.#describe(error, request);
    }
  }

  getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const provider = this.provider;
    const replay = new ReplayData(provider);
    let isComplete = false;
    const start = async () => {
      const prepared = this.#prepare(request);
      const model = await this.#parts.streaming();
      return model.getStreamedResponse(prepared);
    };
    return new GuardedStream(start, {
      accept: (event) => {
        if (event.type === 'response_done') isComplete = true;
        if (this.#isCompat) this.#keep(event, replay, request);
      },
      conclude: () => {
        if (isComplete || request.signal?.aborted) return undefined;
        const what = 'ended its stream before the response was complete. Try again.';
        return providerFailure(provider, 'stream-cut', what);
      },
      describe: (error) => this.#describe(error, request),
    });
  }

  async getRetryAdvice(args: ModelRetryAdviceRequest): Promise<ModelRetryAdvice | undefined> {
    const { error } = args;
    if (!(error instanceof SekishoError)) return undefined;
    // An unusable response has been charged, so the caller decides whether to retry.
    if (!(error.cause instanceof APIError)) return { suggested: false, reason: error.message };
    const model = await this.#parts.retrying();
    return model.getRetryAdvice?.({ ...args, error: error.cause });
  }

  get provider(): ProviderName {
    return this.#parts.connection.provider;
  }

  get #isCompat(): boolean {
    return this.provider !== 'openai';
  }

  #prepare(request: ModelRequest): ModelRequest {
    if (this.#isCompat) refuseUnsupported(request, this.#parts.connection);
    return { ...request, input: dropForeignReplayData(request.input, this.provider) };
  }

  #keep(event: StreamEvent, replay: ReplayData, request: ModelRequest): void {
    if (event.type === 'model') replay.accept(event.event);
    if (event.type !== 'response_done') return;
    checkToolCalls(event.response.output, request, this.provider);
    replay.attachTo(event.response.output);
  }

  #describe(error: unknown, request: ModelRequest): unknown {
    if (request.signal?.aborted) return error;
    return describeFailure(error, this.#parts.connection, this.#parts.modelName);
  }
}

interface StreamGuard {
  /** Inspects an event before the consumer receives it. */
  readonly accept: (event: StreamEvent) => void;
  /** Returns the error to throw, if any, when the stream ended without one. */
  readonly conclude: () => Error | undefined;
  /** Returns the error to throw instead of the error of the stream. */
  readonly describe: (error: unknown) => unknown;
}

/**
 * Passes the events of a stream through a guard. The iterator is written manually because nesting generators costs a
 * fifth of the total time of a stream.
 */
class GuardedStream implements AsyncIterableIterator<StreamEvent> {
  readonly #start: () => Promise<AsyncIterable<StreamEvent>>;
  readonly #guard: StreamGuard;
  #events: AsyncIterator<StreamEvent> | undefined;
  #isOver = false;

  constructor(start: () => Promise<AsyncIterable<StreamEvent>>, guard: StreamGuard) {
    this.#start = start;
    this.#guard = guard;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<StreamEvent>> {
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined });
    const event = this.#events === undefined ? this.#firstEvent() : this.#events.next();
    return event.then(this.#accept, this.#fail);
  }

  async return(): Promise<IteratorResult<StreamEvent>> {
    this.#isOver = true;
    await this.#events?.return?.();
    return { done: true, value: undefined };
  }

  async #firstEvent(): Promise<IteratorResult<StreamEvent>> {
    const events = await this.#start();
    this.#events = events[Symbol.asyncIterator]();
    return this.#events.next();
  }

  readonly #accept = (result: IteratorResult<StreamEvent>): IteratorResult<StreamEvent> => {
    if (result.done === true) {
      this.#isOver = true;
      const error = this.#guard.conclude();
      if (error !== undefined) throw error;
      return result;
    }
    try {
      this.#guard.accept(result.value);
      return result;
    } catch (error) {
      void this.return();
      throw error;
    }
  };

  readonly #fail = (error: unknown): never => {
    this.#isOver = true;
    throw this.#guard.describe(error);
  };
}
