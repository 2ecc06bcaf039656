import type { LlmDelta } from '../messages/llm-result-chunk.ts';
import type { PluginMessage } from '../messages/plugin-message.ts';
import type {
  CheckPollingRequest,
  CountTokensRequest,
  InvokeLlmRequest,
  ModelRequest,
  ProviderRequest,
  TextEmbeddingRequest,
} from '../requests/model-requests.ts';
import type {
  InvokeAgentStrategyRequest,
  InvokeToolRequest,
  ToolCredentialsRequest,
} from '../requests/tool-requests.ts';
import type { JsonRecord } from '../wire/json-record.ts';
import type { SessionContext } from './session-context.ts';

/** Answers a request with one value. */
export type Answer<Request, Value> = (request: Request, context: SessionContext) => Promise<Value>;
/** Answers a request piece by piece. */
export type Stream<Request, Item> = (request: Request, context: SessionContext) => AsyncIterable<Item>;

/** How a check of credentials ends well: with what Dify is to store beside them, or nothing. Failing is throwing. */
export type CredentialsCheck<Request> = Answer<Request, JsonRecord | void>;

/** The state of work that takes longer than one request. */
export type PollingResult =
  | {
      readonly status: 'running';
      readonly plugin_state: JsonRecord;
      readonly next_check_after_seconds?: number;
    }
  | { readonly status: 'succeeded'; readonly result: JsonRecord }
  | { readonly status: 'failed'; readonly error: string };

/** What a plugin does for language models. */
export type LlmHandlers = {
  invoke: Stream<InvokeLlmRequest, LlmDelta>;
  countTokens?: Answer<CountTokensRequest, number>;
  validateCredentials?: CredentialsCheck<ModelRequest>;
  getSchema?: Answer<ModelRequest, JsonRecord>;
  startPolling?: Answer<InvokeLlmRequest, PollingResult>;
  checkPolling?: Answer<CheckPollingRequest, PollingResult>;
};

/** What a plugin does for embedding models. */
export type TextEmbeddingHandlers = {
  invoke: Answer<TextEmbeddingRequest, JsonRecord>;
  countTokens?: Answer<TextEmbeddingRequest, readonly number[]>;
  validateCredentials?: CredentialsCheck<ModelRequest>;
  getSchema?: Answer<ModelRequest, JsonRecord>;
};

/** A provider of models. */
export type ModelProviderHandlers = {
  validateCredentials: CredentialsCheck<ProviderRequest>;
  llm?: LlmHandlers;
  textEmbedding?: TextEmbeddingHandlers;
};

/** A provider of tools. */
export type ToolProviderHandlers = {
  validateCredentials?: CredentialsCheck<ToolCredentialsRequest>;
  tools: Readonly<Record<string, Stream<InvokeToolRequest, PluginMessage>>>;
};

/** The agent strategies of a provider, by name. */
export type AgentStrategyHandlers = Readonly<
  Record<string, Stream<InvokeAgentStrategyRequest, PluginMessage>>
>;

/** How long work may take. Dify gives up after ten minutes and tells nobody, so these stay below. */
export type Deadlines = {
  readonly invokeMs: number;
  readonly validateMs: number;
  /** One call back to Dify; the daemon cuts it after 240 s. */
  readonly callMs: number;
};

/** A plugin: handlers by the names that its YAML files use. */
export type PluginDefinition = {
  readonly models: Readonly<Record<string, ModelProviderHandlers>>;
  readonly tools: Readonly<Record<string, ToolProviderHandlers>>;
  readonly agentStrategies: Readonly<Record<string, AgentStrategyHandlers>>;
  readonly deadlines: Deadlines;
};
