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

/** Handles a request and returns one value. */
export type Answer<Request, Value> = (request: Request, context: SessionContext) => Promise<Value>;
/** Handles a request and streams the reply. */
export type Stream<Request, Item> = (request: Request, context: SessionContext) => AsyncIterable<Item>;

/** Checks credentials. Returns data that Dify stores with them, or nothing; throws when they are invalid. */
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

/** The handlers for language models. */
export type LlmHandlers = {
  invoke: Stream<InvokeLlmRequest, LlmDelta>;
  countTokens?: Answer<CountTokensRequest, number>;
  validateCredentials?: CredentialsCheck<ModelRequest>;
  getSchema?: Answer<ModelRequest, JsonRecord>;
  startPolling?: Answer<InvokeLlmRequest, PollingResult>;
  checkPolling?: Answer<CheckPollingRequest, PollingResult>;
};

/** The handlers for embedding models. */
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

/** The time limits of work. Dify stops waiting after ten minutes without a notification, so these are shorter. */
export type Deadlines = {
  readonly invokeMs: number;
  readonly validateMs: number;
  /** One call to Dify; the daemon aborts it after 240 s. */
  readonly callMs: number;
};

/** A plugin: handlers by the names in its YAML files. */
export type PluginDefinition = {
  readonly models: Readonly<Record<string, ModelProviderHandlers>>;
  readonly tools: Readonly<Record<string, ToolProviderHandlers>>;
  readonly agentStrategies: Readonly<Record<string, AgentStrategyHandlers>>;
  readonly deadlines: Deadlines;
};
