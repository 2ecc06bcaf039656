import { PluginError } from '../errors/plugin-error.ts';
import { llmResultChunkSchema, type LlmResultChunk } from '../messages/llm-result-chunk.ts';
import { wireMessageSchema, type WireMessage } from '../messages/wire-message.ts';
import type { JsonRecord } from '../wire/json-record.ts';
import type { z } from 'zod';
import type { BackwardsCall, BackwardsChannel } from './backwards-channel.ts';
import { DifyStorage } from './dify-storage.ts';
import { limitCall } from './limit-call.ts';
import { uploadToDify, type FileToUpload, type UploadedFile } from './upload-to-dify.ts';
import type { Clock } from '../flow/clock.ts';

/** A model of Dify and what to ask it. */
export type LlmCall = {
  readonly provider: string;
  readonly model: string;
  readonly mode: string;
  readonly completion_params?: JsonRecord;
  readonly prompt_messages: readonly JsonRecord[];
  readonly tools?: readonly JsonRecord[];
  readonly stop?: readonly string[];
  readonly stream?: boolean;
  /** When given, Dify makes the model answer in this JSON Schema. */
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

/** What a client of Dify needs. */
export type DifyClientOptions = {
  channel: BackwardsChannel;
  signal: AbortSignal;
  clock: Clock;
  callDeadlineMs: number;
  fetch: typeof globalThis.fetch;
};

/** Dify as a plugin sees it during one request: its models, tools, storage and files. */
export class DifyClient {
  readonly #options: DifyClientOptions;
  readonly storage: DifyStorage;

  constructor(options: DifyClientOptions) {
    this.#options = options;
    this.storage = new DifyStorage((request) => this.#callOnce({ type: 'storage', request }));
  }

  /** Asks a model; its answer arrives in pieces. A piece in an unknown form ends it with an error. */
  invokeLlm(call: LlmCall): AsyncIterable<LlmResultChunk> {
    return parseEach(this.streamLlm(call), llmResultChunkSchema, 'llm');
  }

  /** The same for those who would rather skip a damaged piece than lose the answer: pieces come as they are. */
  streamLlm(call: LlmCall): AsyncIterable<unknown> {
    const type = call.structured_output_schema === undefined ? 'llm' : 'llm_structured_output';
    const request = { model_type: 'llm', completion_params: {}, stop: [], stream: true, ...call };
    return limitCall({ type, request }, this.#options);
  }

  /** Runs a tool; its messages arrive one by one. A message in an unknown form ends it with an error. */
  invokeTool(call: ToolCall): AsyncIterable<WireMessage> {
    return parseEach(this.streamTool(call), wireMessageSchema, 'tool');
  }

  /** The same with messages as they are. */
  streamTool(call: ToolCall): AsyncIterable<unknown> {
    return limitCall({ type: 'tool', request: call }, this.#options);
  }

  /** Gives a file to Dify. */
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
      throw new PluginError('InvokeServerUnavailableError', `Dify answered ${type} in an unknown form.`);
    }
    yield parsed.data;
  }
}
