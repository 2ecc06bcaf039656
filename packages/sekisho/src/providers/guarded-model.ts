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

  async *getStreamedResponse(request: ModelRequest): AsyncGenerator<StreamEvent> {
    const replay = new ReplayData(this.provider);
    let isComplete = false;
    try {
      const prepared = this.#prepare(request);
      const model = await this.#parts.streaming();
      for await (const event of model.getStreamedResponse(prepared)) {
        if (event.type === 'response_done') isComplete = true;
        if (this.#isCompat) this.#keep(event, replay, request);
        yield event;
      }
    } catch (error) {
      throw this.#describe(error, request);
    }
    if (isComplete || request.signal?.aborted) return;
    const what = 'ended its stream before the response was complete. Try again.';
    throw providerFailure(this.provider, 'stream-cut', what);
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
