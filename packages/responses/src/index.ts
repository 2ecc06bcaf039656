export type { AuditEvent, AuditEventName, AuditFacts } from './audit/audit-event.ts';
export { createAuditLog, isAuditEnabled } from './audit/create-audit-log.ts';
export type { AuditLog } from './audit/create-audit-log.ts';
export { ResponsesClient } from './client/responses-client.ts';
export type { CallOptions, ResponsesClientOptions } from './client/responses-client.ts';
export type { RunResult } from './client/run-result.ts';
export type { Timer } from './client/timer.ts';
export { waitForResponse } from './client/wait-for-response.ts';
export type { WaitOptions } from './client/wait-for-response.ts';
export { ConversationRunner } from './continuity/conversation-runner.ts';
export type {
  ContinuityMode,
  ConversationResult,
  ConversationTurn,
} from './continuity/conversation-runner.ts';
export { FileTranscriptStore } from './continuity/file-transcript-store.ts';
export { HandleCodec } from './continuity/handle-codec.ts';
export type { OpenedHandle } from './continuity/handle-codec.ts';
export { MemoryTranscriptStore } from './continuity/memory-transcript-store.ts';
export { openHandle } from './continuity/open-handle.ts';
export { ReasoningCache } from './continuity/reasoning-cache.ts';
export type { StoredTurn, TranscriptStore } from './continuity/transcript-store.ts';
export { normalizeBaseUrl } from './credentials/normalize-base-url.ts';
export { normalizeCredentials } from './credentials/normalize-credentials.ts';
export type { Credentials } from './credentials/normalize-credentials.ts';
export { classifyError, isAmbiguousRejection } from './errors/classify-error.ts';
export { describeError } from './errors/describe-error.ts';
export type { Language } from './errors/describe-error.ts';
export { errorCodes } from './errors/error-code.ts';
export type { ErrorCode } from './errors/error-code.ts';
export { ResponsesError } from './errors/responses-error.ts';
export type { UpstreamFacts } from './errors/responses-error.ts';
export type { Progress } from './events/progress.ts';
export { readResponse } from './events/read-response.ts';
export type {
  Citation,
  CodeRun,
  ContainerFile,
  FailureReport,
  FunctionCall,
  Phase,
  ResponseOutcome,
  ResponseStatus,
} from './events/response-outcome.ts';
export { ResponseReducer } from './events/response-reducer.ts';
export { StopFilter } from './events/stop-filter.ts';
export type { JsonRecord } from './json/is-record.ts';
export { promptMessageSchema } from './messages/prompt-message.ts';
export type { PromptMessage, PromptToolCall } from './messages/prompt-message.ts';
export { outcomeToLlmResult, toLlmResult } from './messages/to-llm-result.ts';
export type { LlmResult } from './messages/to-llm-result.ts';
export { toResponsesInput } from './messages/to-responses-input.ts';
export { efforts, nearestEffort } from './models/effort.ts';
export type { Effort } from './models/effort.ts';
export { isShutDown } from './models/is-shut-down.ts';
export type { ModelAlias } from './models/model-aliases.ts';
export type { ModelEntry, ModelFeature, ModelPrice, ModelReplacement } from './models/model-entry.ts';
export { ModelRegistry } from './models/model-registry.ts';
export { resolveModel } from './models/resolve-model.ts';
export type { ResolvedModel, ResolveModelOptions } from './models/resolve-model.ts';
export type { Adjustment } from './request/adjustment.ts';
export { buildRequest } from './request/build-request.ts';
export type { BuiltRequest, RequestDraft } from './request/build-request.ts';
export { generationSettingsSchema, parseGenerationSettings } from './request/generation-settings.ts';
export type { GenerationSettings } from './request/generation-settings.ts';
export { codeInterpreterTool, webSearchTool } from './request/hosted-tools.ts';
export type { HostedTool, WebSearchOptions } from './request/hosted-tools.ts';
export { parseBooleanLike } from './request/parse-boolean-like.ts';
export { parseTextFormat } from './request/parse-text-format.ts';
export type { TextFormatOptions } from './request/parse-text-format.ts';
export { toFunctionTools } from './request/to-function-tools.ts';
export { toToolChoice } from './request/to-tool-choice.ts';
export { estimateCost } from './usage/estimate-cost.ts';
export type { PriceTier } from './usage/estimate-cost.ts';
export { readUsage } from './usage/token-usage.ts';
export type { TokenUsage } from './usage/token-usage.ts';
