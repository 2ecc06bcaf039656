export { definePlugin, type PluginOptions } from './plugin/define-plugin.ts';
export type {
  AgentStrategyHandlers,
  Answer,
  CredentialsCheck,
  Deadlines,
  LlmHandlers,
  ModelProviderHandlers,
  PluginDefinition,
  PollingResult,
  Stream,
  TextEmbeddingHandlers,
  ToolProviderHandlers,
} from './plugin/plugin-definition.ts';
export type { SessionContext } from './plugin/session-context.ts';
export { PluginError, pluginErrorTypes, type PluginErrorType } from './errors/plugin-error.ts';
export type { LlmDelta, LlmResultChunk, LlmUsage } from './messages/llm-result-chunk.ts';
export type { LogMessage, PluginMessage } from './messages/plugin-message.ts';
export type {
  PromptMessage,
  PromptMessagePart,
  PromptTool,
  PromptToolCall,
} from './messages/prompt-message.ts';
export type { WireMessage } from './messages/wire-message.ts';
export type { DifyClient, LlmCall, ToolCall } from './dify/dify-client.ts';
export type { DifyStorage } from './dify/dify-storage.ts';
export type { FileToUpload, UploadedFile } from './dify/upload-to-dify.ts';
export type {
  CheckPollingRequest,
  CountTokensRequest,
  InvokeLlmRequest,
  ModelRequest,
  ProviderRequest,
  TextEmbeddingRequest,
} from './requests/model-requests.ts';
export type {
  InvokeAgentStrategyRequest,
  InvokeToolRequest,
  ToolCredentialsRequest,
} from './requests/tool-requests.ts';
export { AsyncQueue } from './flow/async-queue.ts';
export type { Clock } from './flow/clock.ts';
export type { Runtime } from './session/runtime.ts';
export type { Log } from './session/create-session-context.ts';
export type { LogLevel } from './wire/outgoing-event.ts';
export type { JsonRecord } from './wire/json-record.ts';
export type { PluginDeclaration } from './transports/plugin-declaration.ts';
export { serveStdio, type StdioOptions } from './transports/serve-stdio.ts';
export { serveRemote, type RemoteOptions } from './transports/serve-remote.ts';
export { serveHttp, type HttpOptions, type HttpPlugin } from './transports/serve-http.ts';
export { runPlugin, type RunOptions } from './run/run-plugin.ts';
