import { APIError } from 'openai';
import { SekishoError } from '@sekisho/engine';
import type {
  Model,
  ModelRequest,
  ModelResponse,
  ModelRetryAdvice,
  ModelRetryAdviceRequest,
  StreamEvent,
} from '../sdk/upstream.ts';
import type { ProviderName } from './provider-name.ts';
import { checkToolCalls } from './check-tool-calls.ts';
import { describeFailure } from './describe-failure.ts';
import { GuardedStream } from './guarded-stream.ts';
import type { ProviderConnection } from './provider-connection.ts';
import { providerFailure } from './provider-failure.ts';
import { refuseUnsupported } from './refuse-unsupported.ts';
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
        const sentence = `Provider "${provider}" ended its stream before the response was complete. Try again.`;
        return providerFailure(provider, 'stream-cut', sentence);
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
