import { PluginError } from '../errors/plugin-error.ts';
import { llmResultChunkSchema, type LlmResultChunk } from '../messages/llm-result-chunk.ts';
import { wireMessageSchema, type WireMessage } from '../messages/wire-message.ts';
import type { JsonRecord } from '../wire/json-record.ts';
import type { z } from 'zod';
import type { BackwardsCall, BackwardsChannel } from './backwards-channel.ts';
import { DifyStorage } from './dify-storage.ts';
import { uploadToDify, type FileToUpload, type UploadedFile } from './upload-to-dify.ts';
import type { Clock } from '../flow/clock.ts';

/** A model of Dify and the request to it. */
export type LlmCall = {
  readonly provider: string;
  readonly model: string;
  readonly mode: string;
  readonly completion_params?: JsonRecord;
  readonly prompt_messages: readonly JsonRecord[];
  readonly tools?: readonly JsonRecord[];
  readonly stop?: readonly string[];
  readonly stream?: boolean;
  /** If set, Dify makes the model respond in this JSON Schema. */
  readonly structured_output_schema?: JsonRecord;
};

/** A tool of Dify and its arguments. */
export type ToolCall = {
  readonly tool_type: 'builtin' | 'workflow' | 'api' | 'mcp';
  readonly provider: string;
  readonly tool: string;
  readonly tool_parameters: JsonRecord;
  readonly credential_id?: string;
};

/** The dependencies of a Dify client. */
export type DifyClientOptions = {
  channel: BackwardsChannel;
  signal: AbortSignal;
  clock: Clock;
  callDeadlineMs: number;
  fetch: typeof globalThis.fetch;
};

/** The API of Dify during one request: models, tools, storage and files. */
export class DifyClient {
  readonly #options: DifyClientOptions;
  readonly storage: DifyStorage;

  constructor(options: DifyClientOptions) {
    this.#options = options;
    this.storage = new DifyStorage((request) => this.#callOnce({ type: 'storage', request }));
  }

  /** Calls a model and streams its response. A chunk with an unknown format ends the stream with an error. */
  invokeLlm(call: LlmCall): AsyncIterable<LlmResultChunk> {
    return parseEach(this.streamLlm(call), llmResultChunkSchema, 'llm');
  }

  /** Calls a model and streams unchecked chunks, for callers that skip a damaged chunk instead of losing the response. */
  streamLlm(call: LlmCall): AsyncIterable<unknown> {
    const type = call.structured_output_schema === undefined ? 'llm' : 'llm_structured_output';
    const request = { model_type: 'llm', completion_params: {}, stop: [], stream: true, ...call };
    return limitCall({ type, request }, this.#options);
  }

  /** Runs a tool and streams its messages. A message with an unknown format ends the stream with an error. */
  invokeTool(call: ToolCall): AsyncIterable<WireMessage> {
    return parseEach(this.streamTool(call), wireMessageSchema, 'tool');
  }

  /** Runs a tool and streams unchecked messages. */
  streamTool(call: ToolCall): AsyncIterable<unknown> {
    return limitCall({ type: 'tool', request: call }, this.#options);
  }

  /** Uploads a file to Dify. */
  async uploadFile(file: FileToUpload): Promise<UploadedFile> {
    const request = { filename: file.filename, mimetype: file.mimeType };
    const answer = await this.#callOnce({ type: 'upload_file', request });
    return uploadToDify(answer, file, { fetch: this.#options.fetch, signal: this.#options.signal });
  }

  async #callOnce(call: BackwardsCall): Promise<unknown> {
    let answer: unknown;
    for await (const item of limitCall(call, this.#options)) answer ??= item;
    return answer;
  }
}

async function* parseEach<Item>(
  items: AsyncIterable<unknown>,
  schema: z.ZodType<Item>,
  type: string,
): AsyncGenerator<Item> {
  for await (const item of items) {
    const parsed = schema.safeParse(item);
    if (!parsed.success) {
      throw new PluginError(
        'InvokeServerUnavailableError',
        `Dify responded to ${type} in an unknown format.`,
      );
    }
    yield parsed.data;
  }
}

/** The limits of a call. */
type CallLimits = {
  channel: BackwardsChannel;
  signal: AbortSignal;
  clock: Clock;
  callDeadlineMs: number;
};

/** Makes a call that ends with its session or at its own deadline, whichever comes first. */
async function* limitCall(call: BackwardsCall, limits: CallLimits): AsyncGenerator {
  const { channel, signal, clock, callDeadlineMs } = limits;
  const deadline = new AbortController();
  const cancelTimer = clock.schedule(callDeadlineMs, () => {
    const seconds = Math.round(callDeadlineMs / 1000);
    deadline.abort(
      new PluginError(
        'InvokeServerUnavailableError',
        `Dify did not finish ${call.type} within ${seconds} s.`,
      ),
    );
  });
  try {
    yield* channel.call(call, AbortSignal.any([signal, deadline.signal]));
  } finally {
    cancelTimer();
  }
}
